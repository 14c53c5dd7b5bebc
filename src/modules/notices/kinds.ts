/**
 * Every kind of notice, with its defaults: whether it appears on the page, and whether it is emailed. A person may
 * change both for each kind.
 */
export const kinds = {
  post_failed: { page: true, email: true },
  post_partial: { page: true, email: true },
  post_unknown: { page: true, email: true },
  post_held: { page: true, email: true },
  account_reconnect: { page: true, email: true },
  account_expiring: { page: true, email: true },
  approval_requested: { page: true, email: true },
  approval_reminder: { page: false, email: true },
  post_approved: { page: true, email: true },
  post_rejected: { page: true, email: true },
  client_commented: { page: true, email: true },
  team_mentioned: { page: true, email: true },
  team_commented: { page: true, email: true },
  inbox_morning: { page: false, email: true },
  post_published: { page: false, email: false },
} as const satisfies Readonly<Record<string, Channels>>

/** The ways in which a notice reaches a person. */
export interface Channels {
  readonly page: boolean
  readonly email: boolean
}

export type NoticeKind = keyof typeof kinds

export const noticeKinds = Object.keys(kinds) as [NoticeKind, ...NoticeKind[]]

export const isNoticeKind = (text: string): text is NoticeKind => Object.hasOwn(kinds, text)
