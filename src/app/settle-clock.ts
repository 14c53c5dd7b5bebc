import { noteTime, type WaitingTime } from '#infra/time/clock-steps.ts'
import type { Clock } from '#kernel/clock.ts'
import { isForNow } from '#modules/posts/index.ts'
import { waitsForTry } from '#modules/publishing/index.ts'
import type { Deps } from './deps.ts'

interface SettleDeps extends Pick<Deps, 'db' | 'log'> {
  readonly clock: Clock & { measure?(): Promise<void> }
}

/** Records the database time. If the database clock was set back, moves waiting work back with it. */
export async function settleClock({ db, log, clock }: SettleDeps): Promise<void> {
  const backMs = await noteTime(db, waitingTimes, clock.measure)
  if (backMs > 0)
    log.warn({ event: 'clock.went_back', backMs }, 'Database clock went back; waiting work was moved back with it')
}

const lease = (table: string, key = 'id'): WaitingTime => ({ table, column: 'lease_until', key })

/**
 * Every column that holds the time until which something waits, computed from the clock when it was written. Lanes come
 * first, which is the locking order everywhere. A test fails if a time column is neither here nor in `otherTimes`.
 */
export const waitingTimes: readonly WaitingTime[] = [
  lease('remote_account'),
  lease('webhook_endpoint'),
  lease('telegram_lane'),
  lease('metrics_account', 'account_id'),
  lease('inbox_account', 'account_id'),
  lease('job'),
  { table: 'remote_account', column: 'parked_until' },
  { table: 'remote_account', column: 'least_gap_until' },
  { table: 'remote_account', column: 'catch_up_until' },
  { table: 'remote_account', column: 'outage_ended_at' },
  { table: 'engine_presence', column: 'seen_at', key: 'only_row' },
  { table: 'engine_presence', column: 'outage_ended_at', key: 'only_row' },
  { table: 'park', column: 'until', key: 'scope' },
  { table: 'post', column: 'scheduled_at', onlyIf: isForNow },
  { table: 'publication', column: 'due_at', onlyIf: waitsForTry },
  { table: 'publication', column: 'held_until' },
  // The time after which a lost response can be settled is counted from these.
  { table: 'publication', column: 'begun_first' },
  { table: 'publication', column: 'begun_last' },
  { table: 'publication', column: 'doubt_until' },
  // Units spent at a future time would count against a quota for longer than its period.
  { table: 'publication', column: 'spent_at' },
  { table: 'webhook_delivery', column: 'due_at' },
  { table: 'job', column: 'due_at' },
  { table: 'telegram_item', column: 'due_at' },
  { table: 'telegram_lane', column: 'wrong_codes_until' },
  { table: 'telegram_bot', column: 'polled_until' },
  { table: 'calendar_source', column: 'due_at' },
  { table: 'metrics_account', column: 'due_at', key: 'account_id' },
  { table: 'metrics_account', column: 'parked_until', key: 'account_id' },
  { table: 'metrics_account', column: 'next_look_at', key: 'account_id' },
  { table: 'inbox_account', column: 'parked_until', key: 'account_id' },
  { table: 'inbox_account', column: 'next_look_at', key: 'account_id' },
  { table: 'inbox_account', column: 'recheck_at', key: 'account_id' },
  { table: 'inbox_account', column: 'acts_from', key: 'account_id' },
  { table: 'inbox_act', column: 'due_at', key: 'item_id' },
  { table: 'metrics_watch', column: 'due_at', key: 'target_id' },
  { table: 'metrics_refresh', column: 'at', key: 'owner_uid' },
  { table: 'network_grant', column: 'refreshing_until' },
  { table: 'network_reading', column: 'resets_at', key: 'network' },
  { table: 'password_guess', column: 'free_at', key: 'lane' },
  { table: 'second_factor', column: 'paused_until', key: 'uid' },
  // An email about a notice is sent some minutes later.
  { table: 'notice', column: 'made_at' },
  { table: 'device_request', column: 'polled_at', key: 'device_hash' },
  { table: 'guest', column: 'mail_due_at' },
]

/**
 * The other time columns, by name. None of them delays anything after a clock was set back. An ambiguous name, such as
 * `due_at`, is listed with its table.
 */
export const otherTimes: ReadonlySet<string> = new Set([
  // When something happened.
  ...['label.archived_at', 'face.changed_at', 'notice.solved_at', 'team_comment.edited_at', 'team_comment.resolved_at'],
  'erased_at',
  'removed_at',
  ...['inbox_item.edited_at', 'last_in_at', 'last_out_at', 'said_at', 'inbox_item.seen_at', 'unanswered_since'],
  ...['inbox_item.checked_at', 'inbox_item.missing_at'],
  ...['acked_at', 'answered_at', 'began_at', 'begun_at', 'born_at', 'cancel_asked_at', 'cancelled_at', 'chosen_at'],
  ...['close_told_at', 'closed_at', 'connected_at', 'created_at', 'database_lost_at', 'decided_at', 'deleted_at'],
  ...[
    'departed_at',
    'disabled_at',
    'disconnected_at',
    'enabled_at',
    'ended_at',
    'exported_at',
    'failed_at',
    'failing_since',
  ],
  ...[
    'fetched_at',
    'finished_at',
    'hour',
    'installed_at',
    'issued_at',
    'last_at',
    'last_checked_at',
    'last_delivery_at',
  ],
  ...[
    'last_message_at',
    'last_request_at',
    'last_run_at',
    'last_seen_at',
    'last_used_at',
    'linked_at',
    'past_due_since',
    'paused_at',
  ],
  ...[
    'pending_since',
    'published_at',
    'raise_told_at',
    'read_at',
    'received_at',
    'refused_at',
    'refreshed_at',
    'removed_at',
  ],
  ...['requested_at', 'resumed_at', 'retired_at', 'revoked_at', 'sealed_at', 'settled_at', 'shown_at', 'signed_in_at'],
  ...['started_at', 'state_since', 'status_since', 'stopped_at', 'taken_at', 'updated_at', 'used_at', 'waiting_since'],
  ...[
    'api_request.at',
    'audit_entry.at',
    'cancellation.at',
    'metrics_account_snapshot.at',
    'metrics_snapshot.at',
    'recurring_occurrence.at',
  ],
  // When something ends or can no longer be used: a clock that was set back only delays the end.
  ...['ends_at', 'expires_at', 'latest_at', 'memo_dies_at'],
  // Calendar times chosen by users, schedules and settings.
  ...[
    'decided_until',
    'end_at',
    'moved_to',
    'since',
    'slot_plan.paused_until',
    'snoozed_until',
    'start_at',
    'wanted_at',
    'window_start',
    'recurring_rule.due_at',
  ],
  ...['recurring_occurrence.due_at', 'recycling.due_at', 'recycling_run.due_at', 'weekly_report.due_at'],
  // Crons restart a run that was started at a future time.
  ...['scheduled_for', 'weekly_report_run.due_at'],
  // Their readers ignore times in the future.
  ...['asked_at', 'mailed_at', 'rate_bucket.at'],
  // The marks of the restore guard and of the processes only increase. The clock alert compares with them.
  ...['alert.seen_at', 'clock_watch.seen_at', 'data_folder.seen_at', 'guest.seen_at', 'node.seen_at'],
  'public_certificate.seen_at',
])
