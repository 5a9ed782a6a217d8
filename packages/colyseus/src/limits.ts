/**
 * What rooms and their clients may ask of each other: bounds against mistakes and against messages of unknown origin.
 */

/** Ticks of inputs or frames in one message: 2 s at 60 Hz. */
export const MOST_TICKS_PER_MESSAGE = 120

/** Bytes of a client's message; larger ones are refused unread. The transport of Colyseus refuses above 4096 by itself. */
export const MOST_CLIENT_BYTES = 4096

/** Messages a client may send per tick of the room, on average over a second: two for inputs that are sent again, and calls for a state. */
export const MOST_MESSAGES_PER_TICK = 4

/** Whole states that a client may call for, per second: each is large. */
export const MOST_CALLS_PER_SECOND = 2

/** Refused messages of one client, after which it is sent away. */
export const MOST_REFUSALS = 50

/** Ticks that a room makes up for at once when its process was late. What is beyond is dropped: the room is slower then. */
export const MOST_TICKS_AT_ONCE = 4

/** Ticks that a client may go on in one frame to catch up. */
export const MOST_TICKS_PER_FRAME = 8

/** Ticks that may wait for the log before a room pauses: half a second at 60 Hz. */
export const MOST_UNWRITTEN_TICKS = 30

/** Bytes of the secret that a seat is claimed back by. */
export const KEY_BYTES = 16
