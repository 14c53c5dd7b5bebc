import { sql } from 'kysely'
import { type Claim, type ClaimOptions, createClaim, dueOn, type LaneKey } from '#infra/claim/index.ts'
import type { Db } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { EventId, WebhookDeliveryId, WebhookEndpointId } from '#kernel/ids.ts'

/** Returns the claim whose lanes are endpoints, so that a hanging endpoint delays only itself. */
export const createEndpointClaim = (holder: string, onlyIf?: ClaimOptions['onlyIf']): Claim =>
  createClaim({
    lanes: { table: 'webhook_endpoint' },
    due: { table: 'webhook_delivery', lane: 'endpoint_id', dueAt: 'due_at', deep: true },
    holder,
    onlyIf,
  })

export interface EndpointForDelivery {
  readonly id: WebhookEndpointId
  readonly url: string
  readonly sealedHeaders: Buffer | null
  readonly updatedAt: Date
  /**
   * The current secret first, then the previous ones that are still valid, newest first. Empty if their
   * encryption key was lost.
   */
  readonly secrets: readonly { readonly id: string; readonly sealedSecret: Buffer }[]
}

export async function readEndpointsForDelivery(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, EndpointForDelivery>> {
  const { rows } = await prepared('endpoints-at-work')<
    Omit<EndpointForDelivery, 'secrets'> & { secretIds: string[]; sealed: Buffer[] }
  >`
    select w.id, w.url, w.sealed_headers, w.updated_at, s.secret_ids, s.sealed from webhook_endpoint w cross join lateral (
      select coalesce(array_agg(s.id order by s.expires_at is not null, s.created_at desc), '{}') as secret_ids,
        coalesce(array_agg(s.sealed_secret order by s.expires_at is not null, s.created_at desc), '{}') as sealed
      from webhook_secret s where s.endpoint_id = w.id and (s.expires_at is null or s.expires_at > ph.now())) s
    where w.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ secretIds, sealed, ...row }) => [
      row.id,
      { ...row, secrets: secretIds.flatMap((id, at) => (sealed[at] ? [{ id, sealedSecret: sealed[at] }] : [])) },
    ]),
  )
}

/** The maximum number of deliveries taken from one lane at once. */
export const maxPerLane = 8

export interface TakeRequest {
  readonly lane: LaneKey
  /** The number to take, at most `maxPerLane`. */
  readonly most: number
  /** Deliveries that are already being sent. */
  readonly except: readonly WebhookDeliveryId[]
}

export interface TakenDelivery {
  readonly id: WebhookDeliveryId
  readonly endpointId: WebhookEndpointId
  /** When the endpoint was last changed. */
  readonly endpointAt: Date
  readonly eventId: EventId
  readonly eventType: string
  readonly ownId: boolean
  /** The number of this attempt, which is logged before it is made. */
  readonly attempt: number
  readonly failures: number
  /** Null if the event is past its retention. */
  readonly body: string | null
}

/**
 * Takes the due deliveries of the lanes that the caller still holds. Inserts a row for each attempt before anything is
 * sent.
 */
export async function takeDue(
  db: Db,
  claim: Claim,
  wanted: readonly TakeRequest[],
): Promise<Map<TakeRequest, readonly TakenDelivery[]>> {
  const given = wanted.map(({ lane, most, except }) => ({ id: lane.id, most, except }))
  const { rows } = await prepared('take-due')<TakenDelivery>`
    with held as materialized (${claim.held(wanted.map(({ lane }) => lane))}),
    picked as materialized (
      select d.id, w.updated_at as endpoint_at from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as asked(id uuid, most int, "except" uuid[])
      join held on held.id = asked.id join webhook_endpoint w on w.id = asked.id
      cross join lateral (
        select due.id from (
          select d.id from webhook_delivery d
          where ${dueOn(sql`d.endpoint_id`, sql`d.due_at`, sql`asked.id`)} and d.id <> all(asked."except") and (w.active or d.by_hand)
          order by d.endpoint_id, d.due_at limit asked.most) due
        -- As a number that the planner knows: few enough to look each up by its id.
        limit ${sql.lit(maxPerLane)}) d),
    begun as (
      update webhook_delivery d set attempts = d.attempts + 1 from picked where d.id = picked.id
      returning d.id, d.endpoint_id, d.event_id, d.event_type, d.own_id, d.attempts as attempt, d.failures,
        picked.endpoint_at),
    logged as (
      insert into webhook_attempt (delivery_id, attempt, begun_at) select begun.id, begun.attempt, ph.now() from begun)
    select begun.*, e.body from begun left join event e on e.id = begun.event_id`.execute(db)
  const byLane = Map.groupBy(rows, ({ endpointId }) => endpointId as string)
  return new Map(wanted.map((one) => [one, byLane.get(one.lane.id) ?? []]))
}

/**
 * Suspends one batch of due deliveries of an inactive endpoint until it is active; deliveries waiting for a later
 * attempt keep their times. Returns their number. Reads the endpoint under a lock, so that no delivery stays suspended
 * if the endpoint is enabled in the meantime.
 */
export async function restDueDeliveries(db: Db, lane: LaneKey, atOnce: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with off as materialized (
      select id from webhook_endpoint where id = ${lane.id} and fence = ${lane.fence} and not active for share)
    update webhook_delivery d set due_at = null from off
    where d.endpoint_id = off.id and d.id in (
      select w.id from webhook_delivery w
      where w.endpoint_id = ${lane.id} and w.due_at <= ph.now() and not w.by_hand limit ${atOnce})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Delays all due deliveries of an endpoint by `ms`. */
export async function postponeDue(db: Db, endpointId: string, ms: number): Promise<void> {
  await sql`update webhook_delivery set due_at = ph.now() + ${ms} * interval '1 ms'
    where endpoint_id = ${endpointId} and due_at <= ph.now()`.execute(db)
}
