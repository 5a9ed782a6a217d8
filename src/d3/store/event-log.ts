/**
 * Layout of the records in the event log that hold coordinates. The log itself is `common/store/event-log.ts`.
 */

/** Contact record: shape handles A B, body handles A B, normal, points, total impulse, then per point x y z depth impulse. */
export const CONTACT_EVENT_POINTS = 9
export const CONTACT_EVENT_STRIDE = 29
