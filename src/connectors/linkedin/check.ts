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
  message: 'The account was connected without the permission to comment on LinkedIn.',
  at: { firstComment: true },
  fix: 'Remove the first comment, or connect the account again with an app that has the Community Management API.',
}

function reshareFindings(named: string, hasMore: boolean): readonly Finding[] {
  if (reshared(named) === null) return [namesActivity(named) ? reshareOfActivity : reshareOfNothing]
  return hasMore ? [reshareBesideMore] : []
}

const reshareOfNothing: Finding = {
  code: 'settings_invalid',
  message: 'The post to reshare is not a post on LinkedIn.',
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
  message: 'A LinkedIn reshare can only have text: no files, poll or link card.',
  at: { setting: 'reshare' },
  fix: 'Remove the reshare or the rest.',
}

const pollBesideFiles: Finding = {
  code: 'settings_invalid',
  message: 'A post on LinkedIn can have a poll, files or a link card, but only one of these.',
  at: { setting: 'poll' },
  fix: 'Remove the poll or the rest.',
}

const cardOfNothing: Finding = {
  code: 'settings_invalid',
  message: 'The link card has a title, but the post has no link.',
  at: { setting: 'article' },
  fix: 'Add the link to the post, or remove the title.',
}

const cardLeftOut: Finding = {
  code: 'settings_invalid',
  message:
    'LinkedIn does not show a link card with a poll, a reshared post, images or a video, so the link is added to ' +
    'the text.',
  at: { setting: 'article' },
  minor: true,
}
