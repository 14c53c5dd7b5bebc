import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type Id, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import {
  type Alert,
  type AlertPrefs,
  acknowledge,
  alertKinds,
  findUnknownKinds,
  listAlerts,
  lockAlert,
  manualKind,
  raiseByHand,
  readPrefs,
  type Severity,
  writePrefs,
} from '#modules/alerts/index.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { AlertDeps } from '../deps.ts'

type AlertId = Id<'alert'>

interface Question {
  readonly filter: 'open' | 'acked' | 'all'
  readonly limit: number
  readonly cursor?: string | undefined
}

export async function readAlerts({ db }: AlertDeps, { filter, limit, cursor }: Question) {
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as AlertId)
  const rows = await listAlerts(db, { filter, limit: limit + 1, before })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return { alerts: items.map(present), ...rest }
}

/**
 * Raises an alert manually. Administrators are notified as with any other alert. It stays open until someone
 * acknowledges it.
 */
export function raise(
  { db, clock }: AlertDeps,
  caller: Caller,
  params: { readonly severity: Severity; readonly message: string; readonly kind: string },
) {
  return inTx(db, async (tx) => {
    const at = clock.now()
    const alert = await raiseByHand(tx, { at, ...params, subject: null }, caller.uid)
    const subject = toWire('alert', alert.id)
    const { kind, severity } = params
    const changes = { kind: { from: null, to: kind }, severity: { from: null, to: severity } }
    await writeAudit(tx, { at, caller, ownerUid: null, action: 'alert.raised', subject, changes })
    return present(alert)
  })
}

/** Acknowledges an alert. An already acknowledged alert keeps its first acknowledgement. */
export function acknowledgeAlert({ db, clock }: AlertDeps, caller: Caller, id: AlertId, note: string | undefined) {
  return inTx(db, async (tx) => {
    const alert = (await lockAlert(tx, id)) ?? refuse('alert_not_found')
    if (alert.ackedAt) return present(alert)
    const at = clock.now()
    const acked = await acknowledge(tx, id, { at, by: caller.uid, note: note ?? null })
    await writeAudit(tx, {
      at,
      caller,
      ownerUid: null,
      action: 'alert.acknowledged',
      subject: toWire('alert', id),
      changes: { note: { from: null, to: note ?? null } },
    })
    return present(acked)
  })
}

export const readOwnPrefs = ({ db }: AlertDeps, caller: Caller): Promise<AlertPrefs> => readPrefs(db, caller.uid)

/** Changes how the caller is notified of alerts. */
export function changePrefs(
  { db, clock }: AlertDeps,
  caller: Caller,
  params: { readonly [Field in keyof AlertPrefs]?: AlertPrefs[Field] | undefined },
): Promise<AlertPrefs> {
  return inTx(db, async (tx) => {
    const before = await readPrefs(tx, caller.uid)
    await requireKnownKinds(tx, params.kinds ?? [], before.kinds)
    const after = {
      email: params.email ?? before.email,
      chat: params.chat ?? before.chat,
      minSeverity: params.minSeverity ?? before.minSeverity,
      kinds: [...(params.kinds ?? before.kinds)],
    }
    const { audit, isEmpty } = changesBetween({ ...before, kinds: [...before.kinds] }, after)
    if (isEmpty) return after
    await writePrefs(tx, caller.uid, after)
    const subject = toWire('usr', caller.uid)
    const at = clock.now()
    await writeAudit(tx, { at, caller, ownerUid: caller.uid, action: 'alert_prefs.changed', subject, changes: audit })
    return after
  })
}

/** Refuses a kind that no alert can have, which would silence all others. A kind that is stored already stays allowed. */
async function requireKnownKinds(tx: Tx, kinds: readonly string[], stored: readonly string[]): Promise<void> {
  const unknown = await findUnknownKinds(
    tx,
    kinds.filter((kind) => !stored.includes(kind)),
  )
  const message = `must be a kind of alert: ${alertKinds.join(', ')}, ${manualKind}, or one that an alert has`
  const faults = kinds.flatMap((kind, at) =>
    unknown.includes(kind) ? [{ path: `/kinds/${at}`, code: 'invalid_value', message }] : [],
  )
  if (faults.length > 0) refuseInput(...faults)
}

const present = (alert: Alert) => ({
  id: alert.id,
  kind: alert.kind,
  severity: alert.severity as Severity,
  message: alert.message,
  subject: alert.subject,
  createdAt: alert.createdAt,
  seenAt: alert.seenAt,
  closedAt: alert.closedAt,
  ackedAt: alert.ackedAt,
  ackedByUid: alert.ackedBy,
  ackNote: alert.ackNote,
  raisedByUid: alert.raisedBy,
})
