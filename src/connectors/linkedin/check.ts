import type { Finding, Outgoing } from '#connectors/connector.ts'
import { filesOf } from './plan.ts'
import { namesActivity, reshared } from './post/reshared.ts'
import { settingsOf } from './settings.ts'

/**
 * Finds conflicts between settings and content. A post can have only one of these: files, a poll, or the card of a
 * link.
 */
export function check(post: Outgoing): readonly Finding[] {
  const { poll, article, reshare } = settingsOf(post.settings)
  const files = filesOf(post).length
  const isArticle = post.format === 'article'
  return [
    ...(post.firstComment !== null && post.account.facts.mayComment === false ? [commentNotGranted] : []),
    ...(poll && (files > 0 || isArticle) ? [pollBesideFiles] : []),
    ...(reshare === undefined ? [] : reshareFindings(reshare, files > 0 || isArticle || poll !== undefined)),
    ...(article && post.link === null && !isArticle ? [cardOfNothing] : []),
    ...(article && post.link !== null && !isArticle && (poll || reshare !== undefined || files > 0)
      ? [cardLeftOut]
      : []),
  ]
}

/** The scopes are unknown for an account that was connected before they were stored. */
const commentNotGranted: Finding = {
  code: 'scope_missing',
  message: 'This account can’t comment: it was connected without that permission.',
  at: { firstComment: true },
  fix: 'Remove the first comment, or reconnect with an app that has the Community Management API.',
}

function reshareFindings(named: string, hasMore: boolean): readonly Finding[] {
  if (reshared(named) === null) return [namesActivity(named) ? reshareOfActivity : reshareOfNothing]
  return hasMore ? [reshareBesideMore] : []
}

const reshareOfNothing: Finding = {
  code: 'settings_invalid',
  message: 'The reshared post isn’t on LinkedIn.',
  at: { setting: 'reshare' },
  fix:
    'Use its urn:li:share:… or urn:li:ugcPost:…, or a link that contains it, such as ' +
    'https://www.linkedin.com/feed/update/urn:li:share:7123456789012345678/.',
}

const reshareOfActivity: Finding = {
  code: 'settings_invalid',
  message: 'The link identifies the post by its activity, but LinkedIn reshares posts only by their share or ugcPost.',
  at: { setting: 'reshare' },
  fix:
    'On LinkedIn, choose “Embed this post” in the post’s menu, and copy the urn:li:share:… or urn:li:ugcPost:… ' +
    'from the code.',
}

const reshareBesideMore: Finding = {
  code: 'settings_invalid',
  message: 'LinkedIn reshares can only have text, not media, a poll or a link card.',
  at: { setting: 'reshare' },
  fix: 'Remove the reshare or the other items.',
}

const pollBesideFiles: Finding = {
  code: 'settings_invalid',
  message: 'A LinkedIn post can have one of: a poll, media or a link card.',
  at: { setting: 'poll' },
  fix: 'Remove the poll or the other items.',
}

const cardOfNothing: Finding = {
  code: 'settings_invalid',
  message: 'You set a link title, but the post has no link.',
  at: { setting: 'article' },
  fix: 'Add a link or remove the title.',
}

const cardLeftOut: Finding = {
  code: 'settings_invalid',
  message: 'LinkedIn doesn’t show a link card with a poll, reshare, images or video. We’ll add the link to the text.',
  at: { setting: 'article' },
  minor: true,
}
