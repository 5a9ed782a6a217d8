/**
 * What sessions may ask for at most: bounds against mistakes and against messages of unknown origin.
 */

/** Ticks of a ring, at most: 17 s at 60 Hz. */
export const MOST_TICKS = 1024

/** Players of one world. A message tells a player in one byte. */
export const MOST_PLAYERS = 64

/** 32-bit integers of a player's input. */
export const MOST_INPUT_SIZE = 64

/** Highest tick: more than two years at 60 Hz, and exact in 32 bits. */
export const LAST_TICK: number = 2 ** 32 - 1

/** Inputs in one message: what a peer sends again until it is acknowledged. More than a ring never wait. */
export const MOST_INPUTS_PER_MESSAGE = 255

/** Bytes of one message that is no snapshot; larger ones are refused unread. */
export const MOST_MESSAGE_BYTES = 65_536

/** Bytes of a message with a snapshot, unless the session says otherwise. */
export const MOST_STATE_BYTES: number = 2 ** 24
