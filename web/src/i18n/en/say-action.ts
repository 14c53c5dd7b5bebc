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
  cron: 'scheduled job',
  feature_flag: 'feature',
  mail_template: 'mail',
  media: 'file',
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
  'account.made_default': 'Account made the default',
  'account.needs_reconnect': 'Account must be connected again',
  'account.settings_changed': 'Settings of an account changed',
  'post.approval_requested': 'Approval of a post asked for',
  'post.comment_deleted': 'Comment on a post removed',
  'post.expanded': 'Post sent to more accounts',
  'post.partial': 'Post published in part',
  'post.published_now': 'Post sent on its way',
  'post.recycling_changed': 'Publishing again changed',
  'post.recycling_ended': 'Publishing again ended',
  'post.rejected': 'Post sent back',
  'post.removed': 'Post removed at a network',
  'post.resolved': 'Outcome of a post confirmed',
  'post.retried': 'Post tried again',
  'post.share_revoked': 'Share link of a post revoked',
  'post.shared': 'Share link of a post made',
  'post.submitted': 'Post sent on its way',
  'post.unknown': 'Outcome of a post not known',
  'profile.calendar_revoked': 'Calendar address of a brand revoked',
  'profile.calendar_shared': 'Calendar address of a brand made',
  'profile.made_writable': 'Brand made writable',
  'user.signed_out_everywhere': 'Signed out everywhere',
}
