from core.fault import IllegalAction
def refuse(state, seat, action):
    return IllegalAction("no")
