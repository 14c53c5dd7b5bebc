/** Says what was done: "Queue paused", of `queue.paused`. Most actions are named by the words that people know. */
export function sayAction(action: string): string {
  const whole = wholes[action]
  if (whole !== undefined) return whole
  const [thing = '', ...deeds] = action.split('.')
  const words = [things[thing] ?? thing, ...deeds].join(' ').replaceAll(/[._-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Things whose names in the API are not those on the pages. */
const things: Readonly<Record<string, string>> = {
  alert_prefs: 'alert settings',
  'api-key': 'API key',
  calendar_source: 'holiday calendar',
  cron: 'scheduled job',
  feature_flag: 'feature flag',
  idea_stage: 'stage of ideas',
  mail_template: 'email',
  media: 'file',
  notice_preferences: 'notification settings',
  platform: 'network',
  profile: 'brand',
  profile_invite: 'invitation',
  profile_link: 'link between brands',
  profile_member: 'member',
  recurring_rule: 'recurring post',
  'sign-up-invite': 'invitation',
}

/** Actions that a thing and a deed do not say well. */
const wholes: Readonly<Record<string, string>> = {
  'directory_user.added': 'Person added by the directory',
  'directory_user.removed': 'Person removed by the directory',
  'directory_group.added': 'Directory group added',
  'directory_group.removed': 'Directory group removed',
  'directory_group.grants_changed': 'Rights of a directory group changed',
  'guest.approved': 'Guest approved a post',
  'guest.rejected': 'Guest asked for changes',
  'guest.sent': 'Guest link emailed',
  'guest.erased': 'Guest deleted',
  'inbox.reply_written': 'Reply written',
  'inbox.reply_cancelled': 'Reply withdrawn',
  'inbox.reply_retried': 'Reply sent again',
  'inbox.reply_resolved': 'Outcome of a reply recorded',
  'inbox.rule_created': 'Inbox rule created',
  'inbox.rule_changed': 'Inbox rule changed',
  'inbox.rule_deleted': 'Inbox rule deleted',
  'inbox.account_changed': 'Inbox of an account changed',
  'inbox.sender_erased': 'Person erased from the inbox',
  'inbox.conversation_changed': 'Conversation changed',
  'post.approved_by_guest': 'Post approved by a guest',
  'post.rejected_by_guest': 'Changes requested by a guest',
  'account.made_default': 'Default account changed',
  'account.needs_reconnect': 'Account needs reconnecting',
  'account.settings_changed': 'Account settings changed',
  'post.approval_requested': 'Post approval requested',
  'post.comment_replied': 'Client comment replied to',
  'post.comment_deleted': 'Post comment deleted',
  'post.team_commented': 'Team comment written',
  'post.team_comment_changed': 'Team comment edited',
  'post.team_comment_deleted': 'Team comment deleted',
  'post.expanded': 'Accounts added to post',
  'post.partial': 'Post partly published',
  'post.published_now': 'Post publishing started early',
  'post.recycling_changed': 'Recycling changed',
  'post.recycling_ended': 'Recycling stopped',
  'post.rejected': 'Post rejected',
  'post.removed': 'Post removed from a network',
  'post.resolved': 'Post outcome confirmed',
  'post.retried': 'Post retried',
  'post.share_revoked': 'Share link revoked',
  'post.shared': 'Share link created',
  'post.submitted': 'Post publishing started',
  'post.unknown': 'Post outcome unconfirmed',
  'profile.calendar_revoked': 'Calendar feed revoked',
  'text.changed': 'Saved text changed',
  'text.created': 'Saved text created',
  'text.deleted': 'Saved text deleted',
  'profile.calendar_shared': 'Calendar feed created',
  'post.slot_moved': 'Post moved by its posting times',
  'profile.made_writable': 'Brand unlocked for editing',
  'user.signed_out_everywhere': 'Signed out everywhere',
}
