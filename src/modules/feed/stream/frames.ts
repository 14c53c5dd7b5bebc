import { toWire } from '#kernel/ids.ts'
import { kindOf } from '../event-types.ts'
import type { HeardRow } from '../store/stream.ts'

/** Server-sent events, as the HTML standard has them. A stored body is one line: JSON without breaks. */
export const frameOf = ({ id, type }: HeardRow, body: string): string =>
  `id: ${toWire('evt', id)}\nevent: ${kindOf(type)}\ndata: ${body}\n\n`

const reconnectAfterMs = 2_000

/** With the place from which somebody goes on who loses the connection before anything has come. */
export const openingFrame = (id: string | null): string =>
  `retry: ${reconnectAfterMs}\n${id === null ? '' : `id: ${id}\n`}\n`

/** Something was missed that is not sent again here. */
export const resyncFrame = (id: string | null): string =>
  `${id === null ? '' : `id: ${id}\n`}event: resync\ndata: {}\n\n`

/** A comment. */
export const heartbeat = ':\n\n'
