import { toWire } from '#kernel/ids.ts'
import { toStreamKind } from '../public-events.ts'
import type { FeedRow } from '../store/stream.ts'
import type { Sight } from './sights.ts'

/**
 * Returns a frame of server-sent events, as the HTML standard defines them. A stored body is one line: JSON without
 * line breaks.
 */
export const buildFrame = ({ id, type }: FeedRow, body: string): string =>
  `id: ${toWire('evt', id)}\nevent: ${toStreamKind(type)}\ndata: ${body}\n\n`

/** Returns a frame without an ID: a client resumes at the last event, and transient changes are not sent again. */
export const buildChangeFrame = ({ kind, data }: Pick<Sight, 'kind' | 'data'>): string =>
  `event: ${kind}\ndata: ${JSON.stringify({ type: kind, data })}\n\n`

const reconnectAfterMs = 2_000

/** Returns the first frame. A client that loses the connection before any event resumes from its ID. */
export const buildOpeningFrame = (id: string | null): string =>
  `retry: ${reconnectAfterMs}\n${id === null ? '' : `id: ${id}\n`}\n`

/** Returns the frame for missed events that are not sent again on the stream. */
export const buildResyncFrame = (id: string | null): string =>
  `${id === null ? '' : `id: ${id}\n`}event: resync\ndata: {}\n\n`

/** A comment frame. */
export const heartbeat = ':\n\n'
