import { takeTurns } from '#infra/streams/turns.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { getLimit, requireRoom } from '#modules/plans/index.ts'
import { platformFields, platformIdOf } from '#rules/network-names.ts'
import { askModel, type ModelAnswer } from './ask-model.ts'
import type { CaptionDeps } from './deps.ts'
import type { CaptionsInput } from './schema.ts'
import { giveBackCaption, takeCaption } from './store.ts'
import { assembleCaption, type Caption, type Warning } from './write/assemble-caption.ts'
import { findInvented } from './write/find-invented.ts'
import { readSource, type Source } from './write/source.ts'
import { writeByRules } from './write/write-by-rules.ts'

/**
 * Writes a caption for each platform. Every platform gets one, whatever the AI provider does. A call for which the
 * provider wrote none does not count.
 */
export async function optimizeCaptions(deps: CaptionDeps, caller: Caller, input: CaptionsInput, signal: AbortSignal) {
  const { month, ...quota } = await takeQuota(deps, caller)
  const giveBack = () => giveBackCaption(deps.db, caller.uid, month, quota.limit ?? mostGivenBack)
  const written = await writeAll(deps, input, signal).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  const hasFailed = deps.config.ai !== null && written.provider === 'rules'
  const used = (hasFailed ? await giveBack() : null) ?? quota.used
  return { ...written, quota: { ...quota, used } }
}

/**
 * The maximum number of a month's captions that are given back if the plan has no limit. With a limit, it equals the
 * limit.
 */
const mostGivenBack = 10_000

async function writeAll(deps: CaptionDeps, input: CaptionsInput, signal: AbortSignal) {
  const source = readSource(input)
  const platforms = [...new Set(input.platforms)]
  const answer = deps.config.ai ? await askModel(deps, deps.config.ai, { ...input, platforms }, signal) : null
  const turn = takeTurns()
  const written: { network: CaptionsInput['platforms'][number]; caption: Caption; isByModel: boolean }[] = []
  for (const network of platforms) {
    await turn()
    written.push({ network, ...writeOne(network, source, answer) })
  }
  return {
    captions: Object.fromEntries(
      written.map(({ network, caption }) => [platformIdOf(network), { ...platformFields(network), ...caption }]),
    ),
    provider: written.some(({ isByModel }) => isByModel) ? ('ai' as const) : ('rules' as const),
  }
}

/** Returns the model's caption if it is valid, otherwise the rule-based caption with the reason. */
function writeOne(
  network: CaptionsInput['platforms'][number],
  source: Source,
  answer: ModelAnswer | null,
): { readonly caption: Caption; readonly isByModel: boolean } {
  const byRules = (...warnings: readonly Warning[]) => ({
    caption: assembleCaption(network, source, writeByRules(network, source), [...warnings, ...untranslated(source)]),
    isByModel: false,
  })
  if (answer === null) return byRules()
  if ('problem' in answer) return byRules(answer.problem)
  const draft = answer.drafts.get(network)
  if (!draft) return byRules({ code: 'ai_answer_unusable', message: 'The AI wrote nothing for this network.' })
  const invented = findInvented(draft, source)
  if (invented.length === 0) return { caption: assembleCaption(network, source, draft, []), isByModel: true }
  const names = invented.slice(0, 3).join(', ')
  const message = `The AI added something that isn’t in your text (${names}), so we used built-in rules.`
  return byRules({ code: 'ai_invented', message })
}

const untranslated = ({ language }: Source): readonly Warning[] =>
  language === undefined
    ? []
    : [{ code: 'not_translated', message: 'Built-in rules can’t translate. This caption is in your text’s language.' }]

async function takeQuota({ db, clock, plans }: CaptionDeps, caller: Caller) {
  const limit = getLimit(plans, caller.plan, 'aiCaptionsPerMonth')
  if (limit === 0) requireRoom(plans, caller.plan, 'aiCaptionsPerMonth', 0)
  const now = clock.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const monthOfUse = month.toISOString().slice(0, 10)
  const used = await takeCaption(db, caller.uid, monthOfUse, limit)
  if (used !== null) return { used, limit, resetsAt, month: monthOfUse }
  return refuse('ai_quota_exhausted', {
    detail:
      `The plan ${caller.plan} allows ${limit} AI captions per month. The count starts again on ` +
      `${resetsAt.toISOString().slice(0, 10)}.`,
    retryAfterMs: resetsAt.getTime() - now.getTime(),
  })
}
