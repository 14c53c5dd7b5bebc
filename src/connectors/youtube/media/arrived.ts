import type { Next } from '#connectors/connector.ts'
import { type Memo, type Upload, uploadOf } from '../memo.ts'
import { lastPieceFrom } from '../plan.ts'
import type { Standing } from './session.ts'

const firstLookMs = 3_000

export const stepAt = (had: number, size: number): 'send' | 'finish' => (had < lastPieceFrom(size) ? 'send' : 'finish')

/** Continues from the byte that YouTube names, or to the video. */
export function arrived(memo: Memo, standing: Standing, now: Date): Next<Memo> {
  if (standing.is === 'done')
    return {
      memo: { videoId: standing.videoId, uploadedAt: now.toISOString() },
      then: 'await',
      afterMs: firstLookMs,
    }
  const { underWay: _underWay, ...upload } = uploadOf(memo)
  const { had } = standing
  return { memo: { ...memo, upload: { ...upload, had } satisfies Upload }, then: stepAt(had, upload.size) }
}
