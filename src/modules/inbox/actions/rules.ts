import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { before, days } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type InboxRuleId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import type { Right } from '#kernel/rights.ts'
import { listAccounts } from '#modules/accounts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { type AccessibleProfile, profileFor } from '#modules/profiles/index.ts'
import { platformFields, platformIdOf } from '#rules/network-names.ts'
import type { InboxDeps } from '../deps.ts'
import { matcherFor, searchable } from '../rules/match.ts'
import type { NewRule, Rehearsal, RuleChanges } from '../schema/rules.ts'
import { isMember } from '../store/conversations.ts'
import {
  deleteRule,
  findRule,
  insertRule,
  listRuledItems,
  listRules,
  orderRules,
  type RuleRow,
  readFoundItems,
  readRuledItems,
  updateRule,
} from '../store/rules.ts'

/** Lists the rules of a profile, in their order. */
export async function readRules({ db }: InboxDeps, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'read')
  return { rules: (await listRules(db, profileId)).map(present) }
}

/** Reads one rule. */
export const readRule = async (db: Db, caller: Caller, id: InboxRuleId) =>
  present((await ruleFor(db, caller, id, 'read')).rule)

/** Creates a rule below the others. The profile is locked, so that two calls cannot take the last place. */
export async function createRule(deps: InboxDeps, tx: Tx, caller: Caller, body: NewRule) {
  const { profileId, name, isOn, conditions, actions } = body
  const profile = await profileFor(tx, caller, profileId, 'manage')
  const count = (await listRules(tx, profileId)).length
  requireBelow(
    'inboxRulesOfProfile',
    count,
    'inbox_rules_full',
    (most) => `A profile has at most ${most} rules. Delete one first.`,
  )
  await requireFit(tx, profileId, body)
  const now = deps.clock.now()
  const id = newId<'irl'>(now)
  const dates = { version: 1, createdAt: now, updatedAt: now }
  await insertRule(tx, {
    ...{ id, profileId, name, isOn, position: count + 1 },
    ...fieldsOf(conditions),
    ...actions,
    hasAccount: conditions.accountId !== null,
    hasAssignee: actions.assigneeUid !== null,
    ...dates,
  })
  await note(deps, tx, caller, profile, 'inbox.rule_created', { [toWire('irl', id)]: { from: null, to: name } })
  return present((await findRule(tx, id)) ?? refuse('inbox_rule_not_found'))
}

/** Changes a rule. What it has done stays. One that is on has to fit the accounts and members of the profile. */
export function changeRule(deps: InboxDeps, caller: Caller, id: InboxRuleId, changes: RuleChanges) {
  return inTx(deps.db, async (tx) => {
    const { rule, profile } = await ruleFor(tx, caller, id, 'manage')
    const { position, ...others } = changes
    const known = { name: rule.name, isOn: rule.isOn, conditions: conditionsOf(rule), actions: actionsOf(rule) }
    const { values, audit, isEmpty } = changesBetween({ ...known, position: rule.position }, { ...others, position })
    if (isEmpty) return present(rule)
    const next = { ...known, ...values }
    const isBroken = rule.problem === 'member_left' ? !changes.actions : rule.problem !== null && !changes.conditions
    if (changes.isOn && isBroken) refuseBroken(rule)
    if (changes.conditions || changes.actions) await requireFit(tx, rule.profileId, next)
    await updateRule(tx, {
      ...rule,
      ...{ name: next.name, isOn: next.isOn },
      ...fieldsOf(next.conditions),
      ...next.actions,
      // A rule whose account or assignee is gone stays one that does nothing until it gets others.
      hasAccount: changes.conditions ? next.conditions.accountId !== null : rule.hasAccount,
      hasAssignee: changes.actions ? next.actions.assigneeUid !== null : rule.hasAssignee,
      version: rule.version + 1,
      updatedAt: deps.clock.now(),
    })
    if (position !== undefined) await move(tx, rule, position)
    await note(deps, tx, caller, profile, 'inbox.rule_changed', nameIds(audit))
    return present((await findRule(tx, id)) ?? refuse('inbox_rule_not_found'))
  })
}

/** Deletes a rule. What it has done stays. */
export function removeRule(deps: InboxDeps, caller: Caller, id: InboxRuleId) {
  return inTx(deps.db, async (tx) => {
    const { rule, profile } = await ruleFor(tx, caller, id, 'manage', true)
    await deleteRule(tx, id)
    await orderRules(
      tx,
      (await listRules(tx, rule.profileId)).map((one) => one.id),
    )
    await note(deps, tx, caller, profile, 'inbox.rule_deleted', { [toWire('irl', id)]: { from: rule.name, to: null } })
    return { ok: true as const }
  })
}

const rehearsedMs = days(30)
/** The items that one rehearsal compares, and how many of their texts are in memory at a time. */
const rehearsedMost = 5_000
const batch = 500

/** Runs a rule over what was said in the last 30 days. It changes nothing. */
export async function rehearseRule({ db, clock }: InboxDeps, caller: Caller, body: Rehearsal) {
  const { profileId, actions, limit } = body
  await profileFor(db, caller, profileId, 'manage', { alsoReadOnly: true })
  await requireFit(db, profileId, body)
  const since = before(clock.now(), rehearsedMs)
  const ids = await listRuledItems(db, { profileId, since, limit: rehearsedMost + 1 })
  const checked = ids.slice(0, rehearsedMost)
  const isMatch = matcherFor(fieldsOf(body.conditions))
  const matched = []
  for (let from = 0; from < checked.length; from += batch) {
    const items = await readRuledItems(db, checked.slice(from, from + batch), since)
    // Those of a batch are read oldest first.
    matched.push(...items.filter((item) => isMatch(item, searchable(item.text))).toReversed())
  }
  const found = await readFoundItems(
    db,
    matched.slice(0, limit).map(({ id }) => id),
  )
  return {
    checked: checked.length,
    isComplete: ids.length <= rehearsedMost,
    matched: matched.length,
    items: found.map(({ isAssigned, hasWaited, network, ...item }) => ({
      ...item,
      ...platformFields(network),
      assigneeUid: isAssigned ? null : actions.assigneeUid,
      state: hasWaited ? null : actions.state,
    })),
  }
}

type Fitting = Pick<NewRule, 'conditions' | 'actions'>

/** Refuses accounts and members that the profile does not have. */
async function requireFit(db: Db, profileId: ProfileId, { conditions, actions }: Fitting): Promise<void> {
  const { accountId } = conditions
  if (accountId !== null) {
    const accounts = await listAccounts(db, profileId, { disconnectedToo: false })
    if (!accounts.some(({ id }) => id === accountId))
      refuseInput({
        path: '/conditions/accountId',
        code: 'invalid_value',
        message: 'must be a connected account of the profile',
      })
  }
  if (actions.assigneeUid !== null && !(await isMember(db, profileId, actions.assigneeUid)))
    refuseInput({
      path: '/actions/assigneeUid',
      code: 'profile_member_not_found',
      message: 'must be a member of the profile, or they could not open the conversation',
    })
}

/** Refuses to turn a rule on whose account or assignee no longer exists. */
function refuseBroken({ problem }: RuleRow): void {
  const [path, message] =
    problem === 'account_removed'
      ? ['/conditions/accountId', 'must be a connected account of the profile']
      : ['/actions/assigneeUid', 'must be a member of the profile, or they could not open the conversation']
  refuseInput({ path, code: 'invalid_value', message })
}

/** Moves a rule to a place in the order, from 1. A place after the last one is the last one. */
async function move(tx: Tx, { id, profileId }: RuleRow, position: number): Promise<void> {
  const others = (await listRules(tx, profileId)).map((one) => one.id).filter((other) => other !== id)
  await orderRules(tx, others.toSpliced(position - 1, 0, id))
}

interface RuleAndProfile {
  readonly rule: RuleRow
  readonly profile: AccessibleProfile
}

/** Returns a rule and its profile. In a transaction, the profile is locked. */
async function ruleFor(
  db: Db,
  caller: Caller,
  id: InboxRuleId,
  needs: Right,
  alsoReadOnly = needs === 'read',
): Promise<RuleAndProfile> {
  const { profileId } = (await findRule(db, id)) ?? refuse('inbox_rule_not_found')
  const profile = await profileFor(db, caller, profileId, needs, { alsoReadOnly })
  return { profile, rule: (await findRule(db, id)) ?? refuse('inbox_rule_not_found') }
}

const conditionsOf = ({ network, accountId, kind, words, hasLink, isNewSender }: RuleRow) => ({
  platform: network,
  accountId,
  kind,
  words: [...words],
  hasLink,
  isNewSender,
})

const actionsOf = ({ assigneeUid, state, snoozeHours }: RuleRow) => ({ assigneeUid, state, snoozeHours })

const fieldsOf = ({ platform, ...conditions }: NewRule['conditions']) => ({ ...conditions, network: platform })

const present = (rule: RuleRow) => {
  const { id, profileId, name, isOn, position, problem, lastRanAt, version, createdAt, updatedAt } = rule
  const { platform: network, ...conditions } = conditionsOf(rule)
  return {
    ...{ id, profileId, name, isOn, position, problem, lastRanAt, version, createdAt, updatedAt },
    conditions: { ...conditions, network, platform: network && platformIdOf(network) },
    actions: actionsOf(rule),
  }
}

/** Writes the IDs in an audit entry as clients know them. */
const nameIds = (audit: ReturnType<typeof changesBetween>['audit']): typeof audit =>
  JSON.parse(JSON.stringify(audit), (key, value) => {
    if (key === 'accountId' && value !== null) return toWire('acc', value)
    return key === 'assigneeUid' && value !== null ? toWire('usr', value) : value
  })

const note = (
  deps: InboxDeps,
  tx: Tx,
  caller: Caller,
  { id, ownerUid }: AccessibleProfile,
  action: `inbox.rule_${string}`,
  changes: NonNullable<Parameters<typeof writeAudit>[1]['changes']>,
) => writeAudit(tx, { at: deps.clock.now(), caller, ownerUid, action, subject: toWire('prof', id), changes })
