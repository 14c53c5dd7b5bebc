import { z } from 'zod'
import { answerFailure, readAnswer } from '#connectors/api/json-api.ts'
import type { Next, Outgoing, Step } from '#connectors/connector.ts'
import { ask, isStatus, word } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import type { Memo } from '../memo.ts'

/**
 * LinkedIn may accept a post with an unprocessed file and later drop the post, so the connector waits. An app that may
 * post only for members cannot read the state of a file (403). The connector then waits for a fixed time, and LinkedIn
 * refuses a post that comes too early.
 */
export const firstLookMs = 1_000
const lookMs = 3_000
const patienceMs = 30 * 60_000

const state = z.object({
  status: z.enum(['AVAILABLE', 'PROCESSING', 'WAITING_UPLOAD', 'PROCESSING_FAILED']),
  processingFailureReason: z.string().optional().catch(undefined),
})

/** This connector's own failure codes, not the network's. */
export const processingFailed = 'processing_failed'
export const uploadLost = 'upload_lost'

/** The fixed delay for apps that cannot read the state. */
const graceMs = { images: lookMs, videos: 5 * lookMs, documents: 5 * lookMs } as const

interface Awaited {
  /** The step itself, for the next check. */
  readonly step: string
  /** The call. */
  readonly name: string
  readonly place: keyof typeof graceMs
  of(memo: Memo): string | null
  done(post: Outgoing, memo: Memo): Next<Memo>
}

export const awaitMedia = ({ step, name, place, of, done }: Awaited): Step<Grant, Memo> => ({
  repeat: 'safe',
  patienceMs,
  async run({ http, grant }, post, memo) {
    const sent = of(memo)
    if (sent === null) throw new Error('no file is in progress')
    try {
      const path = `/rest/${place}/${word(sent)}`
      const answer = await ask(http, { name, method: 'GET', path, token: grant.accessToken })
      const { status } = readAnswer(answer, state)
      if (status === 'AVAILABLE') return done(post, memo)
      if (status === 'PROCESSING_FAILED') throw answerFailure(answer, processingFailed)
      // All bytes were accepted before.
      if (status === 'WAITING_UPLOAD') throw answerFailure(answer, uploadLost)
      return { memo, then: step, afterMs: lookMs }
    } catch (error) {
      if (!isStatus(error, 403)) throw error
      return { ...done(post, memo), afterMs: graceMs[place] } as Next<Memo>
    }
  },
})
