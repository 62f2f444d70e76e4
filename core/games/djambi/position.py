def write(state):
    return {}
