import type { Claim, LaneKey } from '#infra/claim/index.ts'
import type { Tx } from '#infra/db/client.ts'
import { prepared } from '#infra/db/prepared.ts'
import type { UserId, WebhookDeliveryId, WebhookEndpointId } from '#kernel/ids.ts'

/** The stored form of an attempt's outcome. */
export interface EndedAttempt {
  readonly lane: LaneKey
  readonly id: WebhookDeliveryId
  readonly attempt: number
  readonly ok: boolean
  readonly gone: boolean
  /** Null if there is no other attempt, after success or failure. */
  readonly waitMs: number | null
  readonly responseStatus: number | null
  readonly responseBody: string | null
  readonly error: string | null
  readonly durationMs: number
  readonly headers: Readonly<Record<string, string>>
}

export interface SwitchedOffEndpoint {
  readonly id: WebhookEndpointId
  readonly ownerUid: UserId
  readonly url: string
  readonly disabledReason: 'gone' | 'failing'
  readonly failingSince: Date | null
}

interface SwitchOffAfter {
  readonly ms: number
  readonly failures: number
}

/**
 * Writes outcomes of many lanes in one statement. A repeat changes nothing. The attempt's row is updated even if
 * another process holds the lane by now; the delivery and the endpoint only while the caller still holds it. Returns
 * the endpoints that were disabled.
 */
export async function writeOutcomes(
  tx: Tx,
  claim: Claim,
  all: readonly EndedAttempt[],
  giveUpAfter: SwitchOffAfter,
): Promise<readonly SwitchedOffEndpoint[]> {
  const lanes = [...new Map(all.map(({ lane }) => [lane.id, lane])).values()]
  const given = all.map(({ lane, ...ended }) => ({ ...ended, endpointId: lane.id }))
  const ids = all.map(({ id }) => id)
  const { rows } = await prepared('write-outcomes')<SwitchedOffEndpoint>`
    with held as materialized (${claim.heldForChange(lanes)}),
    x as materialized (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(
      id uuid, "endpointId" uuid, attempt int, ok boolean, gone boolean, "waitMs" bigint, "responseStatus" int,
      "responseBody" text, error text, "durationMs" int, headers jsonb)),
    logged as (
      update webhook_attempt a set duration_ms = x."durationMs", response_status = x."responseStatus",
        response_body = x."responseBody", error = x.error
      from x where a.delivery_id = any(${ids}::uuid[]) and a.delivery_id = x.id and a.attempt = x.attempt
        and a.duration_ms is null
      returning a.delivery_id as id, a.attempt),
    news as (select x.* from x join logged using (id, attempt) join held on held.id = x."endpointId"),
    done as (
      update webhook_delivery d set
        status = case when x.ok then 'delivered' when x."waitMs" is null then 'failed' else 'retrying' end,
        response_status = x."responseStatus", failures = d.failures + (not x.ok)::int, request_headers = x.headers,
        due_at = case when not x.ok then ph.now() + x."waitMs" * interval '1 ms' end,
        finished_at = case when x.ok or x."waitMs" is null then ph.now() end
      from news x
      where d.id = any(${ids}::uuid[]) and d.id = x.id and d.attempts = x.attempt and d.finished_at is null),
    run as (
      select x."endpointId" as id, bool_or(x.ok) as any_ok, bool_or(x.gone) as gone,
        count(*) filter (where not x.ok)::int as failed
      from news x group by x."endpointId"),
    -- As it is after the lock: another statement may have counted since this one began.
    latest as materialized (
      select w.id, w.active, w.failed_in_a_row, w.failing_since from webhook_endpoint w join held on held.id = w.id
      for no key update of w),
    counted as (
      select w.id, w.active as was_active, run.any_ok, run.gone,
        case when run.any_ok then 0 else w.failed_in_a_row + run.failed end as failed_in_a_row,
        case when run.any_ok then null else coalesce(w.failing_since, ph.now()) end as failing_since
      from latest w join run on run.id = w.id),
    judged as (
      select *, case when not was_active then null when gone then 'gone'
        when failed_in_a_row >= ${giveUpAfter.failures}
          and failing_since < ph.now() - ${giveUpAfter.ms} * interval '1 ms' then 'failing' end as given_up
      from counted)
    update webhook_endpoint w set
      failed_in_a_row = judged.failed_in_a_row, failing_since = judged.failing_since,
      last_delivery_at = case when judged.any_ok then ph.now() else w.last_delivery_at end,
      active = w.active and judged.given_up is null,
      disabled_reason = coalesce(w.disabled_reason, judged.given_up),
      updated_at = case when judged.given_up is null then w.updated_at else ph.now() end
    from judged where w.id = judged.id
    returning w.id, w.owner_uid, w.url, judged.given_up as disabled_reason, w.failing_since`.execute(tx)
  return rows.filter(({ disabledReason }) => disabledReason !== null)
}
