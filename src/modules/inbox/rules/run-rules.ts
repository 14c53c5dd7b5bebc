import type { Tx } from '#infra/db/client.ts'
import type { Emit } from '#infra/events/index.ts'
import { after, hours } from '#kernel/clock.ts'
import type { ConversationId, InboxItemId } from '#kernel/ids.ts'
import { updateConversation } from '../store/conversations.ts'
import type { ReadAccount } from '../store/lanes.ts'
import {
  insertRuns,
  listRules,
  listRuns,
  type RuledItem,
  type RuleRow,
  type Run,
  readRuledItems,
} from '../store/rules.ts'
import { matcherFor, searchable } from './match.ts'

interface News {
  readonly account: ReadAccount
  readonly items: readonly InboxItemId[]
  /** The conversations that were open before these items. */
  readonly wereOpen: ReadonlySet<ConversationId>
  /** Rules do not look at what was said before. */
  readonly since: Date
  readonly now: Date
}

/**
 * Runs the rules of a profile over new items, in the transaction that stores them. The conversations are locked, and a
 * rule runs once for an item.
 */
export async function runRules(emit: Emit, tx: Tx, { account, items, wereOpen, since, now }: News): Promise<void> {
  if (items.length === 0) return
  const rules = (await listRules(tx, account.profileId)).filter(({ isOn, problem }) => isOn && problem === null)
  if (rules.length === 0) return
  const matchers = rules.map((rule) => ({ rule, isMatch: matcherFor(rule) }))
  const ran = new Set((await listRuns(tx, items)).map(({ itemId, ruleId }) => `${itemId} ${ruleId}`))
  const matched = (await readRuledItems(tx, items, since)).map((item) => {
    const text = searchable(item.text)
    const of = matchers.filter(({ rule, isMatch }) => !ran.has(`${item.id} ${rule.id}`) && isMatch(item, text))
    return { item, rules: of.map(({ rule }) => rule) }
  })
  for (const [conversationId, found] of Map.groupBy(matched, ({ item }) => item.conversationId)) {
    const { runs, change } = decide(found, wereOpen.has(conversationId))
    await insertRuns(tx, runs, now)
    if (!change) continue
    const { assigneeUid, state, snoozeHours } = change
    const snoozedUntil = snoozeHours === null ? null : after(now, hours(snoozeHours))
    await updateConversation(tx, { id: conversationId, state, snoozedUntil, assigneeUid, at: now })
    const { ownerUid, profileId, network, id: accountId } = account
    const about = { ownerUid, profileId, network, accountId, conversationId }
    await emit(tx, { type: 'inbox.changed', byUid: null, ...about })
  }
}

interface Matched {
  readonly item: RuledItem
  readonly rules: readonly RuleRow[]
}

/**
 * Decides what the rules do with the new items of a conversation, which is open. The first rule that assigns a
 * conversation without an assignee does so. Of each item, the first rule with a state counts, and the conversation gets
 * one only if no other item of it waits.
 */
function decide(found: readonly Matched[], wasOpen: boolean) {
  const states = found.map(({ item, rules }) => ({ item, rule: rules.find(({ state }) => state !== null) }))
  const finishing = states.flatMap(({ rule }) => (rule && rule.state !== 'open' ? [rule] : []))
  const closes = !wasOpen && finishing.length === found.length
  const setting = closes ? (finishing.find(({ state }) => state === 'snoozed') ?? finishing[0]) : undefined
  const snoozeHours = setting?.state === 'snoozed' ? Math.min(...finishing.map((one) => one.snoozeHours ?? 720)) : null
  const assignee = found[0]?.item.assigneeUid ?? null
  let assigning = assignee === null
  const runs = found.flatMap(({ item, rules }, nth) =>
    rules.map((rule): Run => {
      const assigns = assigning && rule.assigneeUid !== null
      if (assigns) assigning = false
      return {
        itemId: item.id,
        ruleId: rule.id,
        name: rule.name,
        hasAssigned: assigns,
        assigneeUid: assigns ? rule.assigneeUid : null,
        state: setting && states[nth]?.rule === rule ? setting.state : null,
      }
    }),
  )
  const assigneeUid = runs.find(({ hasAssigned }) => hasAssigned)?.assigneeUid ?? assignee
  const isChanged = setting !== undefined || assigneeUid !== assignee
  const change = isChanged ? { assigneeUid, state: setting?.state ?? ('open' as const), snoozeHours } : null
  return { runs, change }
}
