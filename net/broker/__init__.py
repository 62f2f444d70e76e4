"""The brokers that a player can host live here, each run in a process of its own, and what cleans up after them.

It may import the core and `net.wire`; `amqtt_broker` alone knows the amqtt library.
A listener and its limits enter; a running broker with its address and its certificate pin leaves.
"""
