import { openFacesOf } from '#modules/faces/index.ts'
import type { Exporters, RowsOfPerson } from '#modules/identity/index.ts'
import { type MediaExportDeps, openMediaOf } from '#modules/media/index.ts'

/**
 * Returns the data that a user gets when exporting everything about them. Every table that references a user is listed
 * here, or in `leftOut` with the reason. A test compares both with the database.
 */
export const exportersOf = (deps: MediaExportDeps): Exporters => ({
  rows: rowsOfPerson,
  async *files(uid) {
    for await (const { name, body } of openMediaOf(deps, uid)) yield { name: `media/${name}`, body }
    yield* openFacesOf(deps.db, uid)
  },
})

const ofPosts = { table: 'post', key: 'id', by: 'owner_uid' }
const ofAccounts = { table: 'account', key: 'id', by: 'owner_uid' }

export const rowsOfPerson: readonly RowsOfPerson[] = [
  { table: 'app_user', by: 'id', key: ['id'], about: 'Your Posthorn account: name, address, role, plan, settings.' },
  { table: 'sign_in_session', by: 'uid', key: ['id'], about: 'Your sessions: when, and in which browser.' },
  { table: 'api_key', by: 'uid', key: ['id'], about: 'Your API keys, without the keys themselves.' },
  {
    table: 'api_request',
    by: 'key_id',
    key: ['id'],
    through: { table: 'api_key', key: 'id', by: 'uid' },
    about: 'The last requests of your API keys, for up to 7 days.',
  },
  { table: 'connected_app', by: 'uid', key: ['id'], about: 'Apps and agents that act for you, and what they may do.' },
  { table: 'mail_allowance', by: 'uid', key: ['uid', 'purpose'], about: 'When you last requested emails with links.' },
  { table: 'subscription_period', by: 'uid', key: ['id'], about: 'The plans that you have had.' },
  { table: 'cancellation', by: 'uid', key: ['id'], about: 'Your reasons for cancelling a plan.' },
  { table: 'caption_use', by: 'owner_uid', key: ['month'], about: 'How many captions were written for you, by month.' },
  { table: 'alert_pref', by: 'uid', key: ['uid'], about: 'Which alerts you receive.' },
  {
    table: 'ticket',
    by: 'reporter_uid',
    key: ['id'],
    without: ['note', 'assignee_uid'],
    about: 'Your support tickets and the replies.',
  },
  { table: 'profile', by: 'owner_uid', key: ['id'], about: 'Your profiles.' },
  {
    table: 'profile_member',
    by: 'uid',
    key: ['profile_id'],
    about: 'Other people’s profiles that you are a member of.',
  },
  { table: 'profile_link', by: 'owner_uid', key: ['id'], about: 'Links between your profiles.' },
  {
    table: 'network_grant',
    by: 'owner_uid',
    key: ['id'],
    without: ['refreshing_holder', 'refreshing_until'],
    about: 'Your grants on networks, without the tokens.',
  },
  { table: 'account', by: 'owner_uid', key: ['id'], about: 'Your accounts on networks.' },
  { table: 'post', by: 'owner_uid', key: ['id'], about: 'Your posts.' },
  { table: 'post_target', by: 'owner_uid', key: ['id'], about: 'The targets of each post.' },
  {
    table: 'publication',
    by: 'owner_uid',
    key: ['id'],
    without: ['memo', 'memo_before', 'doubt', 'trail', 'spends_app', 'taken_fence'],
    about: 'What was sent to networks, when, and with what outcome.',
  },
  { table: 'post_approval', by: 'uid', key: ['post_id'], about: 'Your decisions on posts that waited for approval.' },
  { table: 'post_approval_request', by: 'requested_by', key: ['post_id'], about: 'Your requests for approval.' },
  { table: 'recurring_rule', by: 'owner_uid', key: ['id'], about: 'Your recurring posts.' },
  {
    table: 'recycling',
    by: 'post_id',
    key: ['post_id'],
    through: ofPosts,
    about: 'Your recurring and recycled posts.',
  },
  {
    table: 'share_link',
    by: 'owner_uid',
    key: ['id'],
    about: 'Your share links, without their secret part.',
  },
  { table: 'account_set', by: 'created_by', key: ['id'], about: 'Your sets of accounts.' },
  { table: 'saved_text', by: 'created_by', key: ['id'], about: 'Your saved texts.' },
  {
    table: 'mention_entry',
    by: 'created_by',
    key: ['id'],
    without: ['key'],
    about: 'The mentions that you added to a book.',
  },
  {
    table: 'saved_view',
    by: 'created_by',
    key: ['id'],
    without: ['label_id'],
    about: 'The views that you saved.',
  },
  {
    table: 'label',
    by: 'profile_id',
    key: ['id'],
    through: { table: 'profile', key: 'id', by: 'owner_uid' },
    without: ['previous_keys', 'removed_at'],
    about: 'The labels of your profiles.',
  },
  {
    table: 'slot_plan',
    by: 'profile_id',
    key: ['id'],
    through: { table: 'profile', key: 'id', by: 'owner_uid' },
    about: 'The posting times of your profiles.',
  },
  {
    table: 'idea',
    by: 'author_uid',
    key: ['id'],
    without: ['stage_id', 'place', 'label_ids', 'unlinked_post_ids'],
    about: 'The ideas that you wrote.',
  },
  { table: 'calendar_note', by: 'created_by', key: ['id'], without: ['label_id'], about: 'Your calendar notes.' },
  {
    table: 'calendar_source',
    by: 'created_by',
    key: ['id'],
    without: ['url', 'due_at'],
    about: 'Your holiday calendars, without their URLs.',
  },
  { table: 'calendar_feed', by: 'created_by', key: ['id'], about: 'Your calendar feeds, without their secret part.' },
  { table: 'media', by: 'owner_uid', key: ['id'], about: 'Your files, as shown in the library.' },
  {
    table: 'webhook_endpoint',
    by: 'owner_uid',
    key: ['id'],
    without: ['holder', 'fence', 'lease_until'],
    about: 'Your webhook endpoints, without their secrets.',
  },
  {
    table: 'metrics_post',
    by: 'post_id',
    key: ['post_id', 'place'],
    through: ofPosts,
    about: 'Your posts’ metrics, as reported by the networks.',
  },
  {
    table: 'metrics_account_snapshot',
    by: 'account_id',
    key: ['account_id', 'at'],
    through: ofAccounts,
    about: 'Followers of your accounts, day by day.',
  },
  { table: 'notice', by: 'uid', key: ['id'], without: ['cause_key', 'by_mail'], about: 'What you were notified of.' },
  { table: 'notice_pref', by: 'uid', key: ['kind'], about: 'How you are notified, where you changed it.' },
  { table: 'weekly_report', by: 'uid', key: ['profile_id'], about: 'The weekly reports that you receive.' },
  {
    table: 'audit_entry',
    by: 'owner_uid',
    key: ['id'],
    without: ['tx', 'position'],
    about: 'What was done on your account and on what you own.',
  },
  {
    table: 'slack_person',
    by: 'uid',
    key: ['workspace_id', 'slack_id'],
    about: 'Who you are in Slack, where you linked it.',
  },
  { table: 'telegram_chat', by: 'uid', key: ['bot_id', 'chat_id'], about: 'Telegram chats that you linked.' },
]

/** Tables that reference a user but are not in the export, with the reasons. */
export const leftOut: Readonly<Record<string, string>> = {
  password_credential: 'Only a hash.',
  second_factor: 'A secret.',
  user_word: 'The words of your name and email address, for search.',
  recovery_code: 'Hashes of secrets.',
  mail_token: 'Hashes of email links, which expire.',
  oauth_flow: 'OAuth flows in progress, kept for ten minutes.',
  slack_flow: 'Slack OAuth flows in progress, kept for minutes.',
  slack_code: 'Hashes of codes, which expire.',
  telegram_code: 'Hashes of codes, which expire.',
  page_choice: 'A page selection in progress.',
  idempotency: 'Sealed responses, kept for a day.',
  metrics_refresh: 'The time of a request, for rate limits.',
  media_upload: 'Storage locations of uploads in progress.',
  text_use: 'The size of the texts that are in the export.',
  media_file: 'Where the files of `media` are stored.',
  event: 'Changes to rows that are in the export, for the event feed.',
  bulk_edit: 'What edits of many posts replaced, kept for ten minutes.',
  post_presence: 'Who is editing a post, kept for seconds.',
  post_comment: 'Written by people a post was shared with.',
  profile_invite: 'Addresses of other people.',
  sign_up_invite: 'Addresses of other people.',
  alert: 'About the installation. The audit log records what a person did there.',
  face: 'Your photo and those of your brands are files of the export. Those of accounts are copies from networks.',
  cron_config: 'About the installation.',
  cron_run: 'About the installation.',
  feature_flag: 'About the installation.',
  mail_template: 'About the installation.',
  network_mode: 'About the installation.',
  publishing_pause: 'About the installation.',
  secret: 'About the installation.',
  secret_version: 'About the installation.',
  self_test_run: 'About the installation.',
  slack_workspace: 'About a workspace, which belongs to all of its members.',
  weekly_report_run: 'When a weekly report was sent, so that it is sent only once.',
}
