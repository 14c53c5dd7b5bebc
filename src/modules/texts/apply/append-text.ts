import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { refuseInput } from '#kernel/errors.ts'
import type { TextGuard } from '#modules/posts/index.ts'
import { textFor } from '../actions.ts'
import { countUse } from '../store.ts'
import { type Values, wordsOf } from '../variables.ts'
import { type Insertion, placeText } from './place-text.ts'

/** Answers which text an edit of many posts adds to them. */
export const createTextGuard =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }): TextGuard =>
  async (caller, id) => {
    const { text } = await textFor(db, caller, id, 'write')
    const { kind, profileId, content, networkTexts, networks } = text
    if (kind === 'template') {
      const message = 'must be a text. A template can’t be added to posts'
      refuseInput({ path: '/changes/appendTextId', code: 'invalid_value', message })
    }
    const field = kind === 'first_comment' ? 'firstComment' : 'content'
    return {
      profileId,
      place(goal, nth) {
        const words = wordsOf(goal.scheduledAt, goal.zone, goal.language ?? 'en')
        const valuesOf = (handle: string | null, link: string | null): Values => ({ ...words, account: handle, link })
        const entries = goal.targets.map(({ network, handle, limits, overrides }) => ({
          network,
          own: overrides[field] ?? undefined,
          values: valuesOf(handle, overrides.link ?? goal.link),
          limits,
        }))
        const uses = text.uses + nth
        const insertion: Insertion = { kind, content, networkTexts, networks, uses, at: null, shorten: false }
        const { base, own, faults } = placeText(insertion, goal[field] ?? '', entries, valuesOf(null, goal.link))
        if (faults.length > 0)
          refuseInput(...faults.map((fault) => ({ ...fault, path: fault.path.replace(/^\/post(?=\/|$)/, '') })))
        return { field, base, own }
      },
      countUses: (posts) => countUse(db, id, clock.now(), posts),
    }
  }
