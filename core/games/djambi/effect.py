def effects(state, seat, action):
    return ()
