import { z } from 'zod'
import { ownFailure, readAnswer } from '#connectors/api/json-api.ts'
import type { Step } from '#connectors/connector.ts'
import { answeredMissing } from '#connectors/verdicts/verdicts.ts'
import { ask, pathOf } from '../api/calls.ts'
import { isMissing } from '../api/instance.ts'
import type { Grant, Memo } from '../memo.ts'
import { firstStepOf } from '../plan.ts'

const status = z.object({ visibility: z.string() })

/** Reads what a reply answers: the reply must not be visible to more people. */
export const answer: Step<Grant, Memo> = {
  repeat: 'safe',
  async run({ http, grant }, post, memo) {
    const path = `/api/v1/statuses/${pathOf(post.answers?.remoteId ?? '')}`
    try {
      const found = readAnswer(await ask(http, grant, { name: 'getStatus', method: 'GET', path }), status)
      return { memo: { ...memo, answered: found.visibility }, then: firstStepOf(post) }
    } catch (error) {
      throw isMissing(error) ? ownFailure(answeredMissing) : error
    }
  },
}
