"""One connection to one broker, over MQTT or in memory, with the clock, rate limits and the diagnostic log.

It may import `net.identity` and `net.wire`; `mqtt_transport` alone knows the MQTT library.
Outgoing messages enter as topics and payloads; incoming messages and connection changes leave.
"""
