import { toWire } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import {
  brandStyle,
  buildPage,
  formatTime,
  type Page,
  pageStyle,
  pageWords,
  renderBrand,
  renderCommentList,
  renderHorn,
  renderPreviews,
} from '#modules/sharing/index.ts'
import { renderGlyph } from '#rules/face/draw-glyph.ts'
import { portalPath } from '../token.ts'
import type { Overview, PortalPost, ShownPost } from './actions.ts'
import { isWaiting, mostPosts } from './actions.ts'
import type { Portal } from './store.ts'
import { portalStyle } from './style.ts'
import { type PortalWords, portalWords } from './words.ts'

/** The frame that all pages of a link share. */
export interface Frame {
  readonly language: Language
  /** True if the web app serves its font. */
  readonly hasFont: boolean
  readonly origin: string
  readonly token: string
}

type PreviewContext = Parameters<typeof renderPreviews>[1]

/** Renders the list of a guest: what needs their decision, and all posts by day. */
export function renderOverview({ portal, avatarUrl, posts, nextAfter, isContinued }: Overview, frame: Frame): Page {
  const say = portalWords[frame.language]
  const waiting = posts.filter(isWaiting)
  const [first] = waiting
  const isWhole = nextAfter === null && !isContinued
  const count = isWhole ? say.waiting : say.waitingHere
  const banner = portal.isReadOnly
    ? renderPaused(portal, say)
    : portal.may !== 'approve'
      ? ''
      : first
        ? `<section class="ask"><h2>${count(waiting.length)}</h2><a class="go" href="${pathOf(frame, first)}">${say.review}</a></section>`
        : posts.length > 0
          ? `<p class="calm">${isWhole ? say.nothingWaits : say.nothingHere}</p>`
          : ''
  const list = posts.length > 0 ? renderDays(posts, portal, frame, say) : `<p class="calm">${say.none}</p>`
  const more = nextAfter
    ? `<p class="calm"><a class="go plain" href="${portalPath(frame.token)}?after=${toWire('post', nextAfter)}">${say.more}</a></p>`
    : posts.length === mostPosts
      ? `<p class="calm">${say.first(mostPosts)}</p>`
      : ''
  const title = say.postsOf(portal.profileName)
  return build(frame, portal, {
    title,
    body: `${renderTop({ portal, avatarUrl, title, line: linePeriod(portal, frame, say) }, frame)}
<div class="page">${isContinued ? `<nav class="back"><a class="quiet" href="${portalPath(frame.token)}">← ${say.back}</a></nav>` : ''}<main class="calendar">${banner}${list}${more}</main>${renderFooter(frame, false)}</div>`,
  })
}

function linePeriod({ fromDay, toDay, expiresAt, timezone }: Portal, { language }: Frame, say: PortalWords): string {
  const { locale, worksUntil } = pageWords[language]
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const period =
    fromDay && toDay ? `<span>${say.period(day.format(new Date(fromDay)), day.format(new Date(toDay)))}.</span>` : ''
  return `${period}<span>${worksUntil(formatTime(expiresAt, { locale, zone: timezone ?? 'UTC' }))}</span>`
}

function renderDays(posts: readonly ShownPost[], { timezone }: Portal, frame: Frame, say: PortalWords): string {
  const { locale } = pageWords[frame.language]
  const timeZone = timezone ?? 'UTC'
  const day = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const days = Map.groupBy(posts, ({ at }) => day.format(at))
  const list = [...days].map(
    ([name, all]) =>
      `<h3>${escapeHtml(name)}</h3><ul class="posts">${all.map((post) => renderRow(post, { locale, timeZone }, frame, say)).join('')}</ul>`,
  )
  return `<section><h2>${say.all}</h2>${list.join('')}</section>`
}

function renderRow(
  post: ShownPost,
  { locale, timeZone }: { readonly locale: string; readonly timeZone: string },
  frame: Frame,
  say: PortalWords,
): string {
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(post.at)
  const picture = post.thumbnailUrl
    ? `<img src="${escapeHtml(post.thumbnailUrl)}" alt="" width="56" height="56" loading="lazy">`
    : ''
  return `<li><a href="${pathOf(frame, post)}">${picture}<span class="what"><span class="state"><time datetime="${post.at.toISOString()}">${escapeHtml(time)}</time>${post.networks.map(renderGlyph).join('')}${chipOf(post, frame.language, say)}</span><span class="excerpt" dir="auto">${escapeHtml([...post.text].slice(0, 200).join(''))}</span></span></a></li>`
}

function chipOf({ turn, status }: ShownPost, language: Language, say: PortalWords): string {
  if (turn?.own?.decision === 'approved' && !turn.own.isSame) return `<span class="chip ask">${say.changed}</span>`
  if (turn?.mayApprove) return `<span class="chip ask">${say.needsYou}</span>`
  if (turn?.hasApproved) return `<span class="chip good">${say.approvedByYou}</span>`
  if (turn?.isLater) return `<span class="chip">${say.laterShort}</span>`
  return `<span class="chip${status === 'published' ? ' good' : ''}">${stateOf(status, language)}</span>`
}

function stateOf(status: string, language: Language): string {
  const { states } = pageWords[language]
  if (status === 'published' || status === 'partial') return states.published
  if (status === 'failed' || status === 'unknown') return states.failed
  return status === 'scheduled' ? states.scheduled : states.goingOut
}

/** Renders one post, with the guest’s decision and the comments. */
export function renderPost(shown: PortalPost, frame: Frame, context: PreviewContext): Page {
  const { portal, preview, nextId } = shown
  const say = portalWords[frame.language]
  const { locale } = pageWords[frame.language]
  const { previews, style } = renderPreviews(preview, context)
  const at = preview.publishedAt ?? preview.scheduledAt
  const time = at ? formatTime(at, { locale, zone: portal.timezone ?? 'UTC' }) : ''
  const line = `<span class="chip">${stateOf(preview.status, frame.language)}</span><span>${time}</span>`
  const path = pathOf(frame, { id: shown.postId })
  const back = portal.postId === null ? `<a class="quiet" href="${portalPath(frame.token)}">← ${say.back}</a>` : ''
  const isDecided = shown.turn?.mayApprove !== true
  const next = nextId
    ? `<a class="go${isDecided ? '' : ' plain'}" href="${pathOf(frame, { id: nextId })}">${say.next}</a>`
    : ''
  const aside = `${renderDecision(shown, path, frame, say)}${next}${portal.may === 'see' ? '' : renderTalk(shown, path, frame, say)}`
  const title = pageWords[frame.language].postBy(portal.profileName)
  return build(frame, portal, {
    title,
    style,
    body: `${renderTop({ portal, avatarUrl: preview.profile.avatarUrl, title, line }, frame)}
<div class="page">${back === '' ? '' : `<nav class="back">${back}</nav>`}
<div class="columns${aside === '' ? '' : ' talk'}"><main class="previews">${previews}</main>
${aside === '' ? '' : `<div class="side">${aside}</div>`}</div>${renderFooter(frame, true)}</div>`,
  })
}

function renderDecision({ turn, portal }: PortalPost, path: string, { language }: Frame, say: PortalWords): string {
  if (portal.isReadOnly) return renderPaused(portal, say)
  if (!turn || portal.may !== 'approve') return ''
  const { own, mayApprove, mayReject, isLater, isSamePerson, hasApproved, contentHash } = turn
  const { locale } = pageWords[language]
  const hash = `<input type="hidden" name="contentHash" value="${contentHash ?? ''}">`
  const lines = [
    own && hasApproved
      ? `<p class="fine">${say.approved(formatTime(own.decidedAt, { locale, zone: portal.timezone ?? 'UTC' }))}</p>`
      : '',
    own && !own.isSame ? `<p class="warn">${say.changedSince}</p>` : '',
    isLater ? `<p>${say.later}</p>` : '',
    isSamePerson ? `<p>${say.samePerson}</p>` : '',
    mayApprove ? `<p>${say.question}</p>` : '',
    mayApprove
      ? `<form method="post" action="${path}/approve">${hash}<button class="first big">${say.approve}</button></form>`
      : '',
    mayReject
      ? `<details><summary>${say.reject}</summary><form method="post" action="${path}/changes">${hash}<label>${say.reason}<textarea name="text" required maxlength="1000"></textarea></label><button>${say.sendReason}</button></form></details>`
      : '',
  ]
  const text = lines.join('')
  return text === '' ? '' : `<aside class="decide"><h2>${say.decision}</h2>${text}</aside>`
}

/** Says why a guest who could decide or comment only reads. */
const renderPaused = ({ may }: Portal, say: PortalWords): string =>
  may === 'see' ? '' : `<p class="calm">${say.readOnly}</p>`

function renderTalk({ preview, portal }: PortalPost, path: string, { language }: Frame, say: PortalWords): string {
  const form = `<form method="post" action="${path}/comments"><label>${say.comment}<textarea name="text" required maxlength="2000"></textarea></label><button>${say.send}</button></form>`
  return `<aside id="comments"><h2>${say.comments}</h2>${renderCommentList(preview, pageWords[language])}
${portal.isReadOnly ? '' : form}</aside>`
}

interface CodePage {
  readonly portal: Portal
  readonly challenge: string
  /** Null on the first look. */
  readonly triesLeft: number | null
}

/** Renders the form for the code that was sent. The key of what it confirms is in the form, never in a URL. */
export function renderCode({ portal, challenge, triesLeft }: CodePage, frame: Frame): Page {
  const say = portalWords[frame.language]
  const wrong = triesLeft === null ? '' : `<p class="warn" role="alert">${say.wrong(triesLeft)}</p>`
  return build(frame, portal, {
    title: say.codeTitle,
    body: `<main class="alone">${renderMark(portal)}<h1>${say.codeTitle}</h1><p>${escapeHtml(say.codeText(hideAddress(portal.email)))}</p>${wrong}
<form method="post" action="${portalPath(frame.token)}/confirm"><input type="hidden" name="challenge" value="${escapeHtml(challenge)}">
<label>${say.code}<input name="code" required inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,9}" maxlength="9"${triesLeft === null ? '' : ' aria-invalid="true"'}></label>
<button class="first big">${say.confirm}</button></form></main>`,
  })
}

/** Shows the guest which of their addresses it is. A visitor with a forwarded link does not learn it. */
function hideAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}…${email.slice(at)}`
}

interface Note {
  readonly portal: Portal
  readonly title: string
  readonly text: string
  readonly link: { readonly href: string; readonly label: string }
}

/** Renders an outcome with one way on. */
export const renderNote = ({ portal, title, text, link }: Note, frame: Frame): Page =>
  build(frame, portal, {
    title,
    body: `<main class="alone">${renderMark(portal)}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a class="go" href="${link.href}">${escapeHtml(link.label)}</a></p></main>`,
  })

const renderMark = ({ profileName }: Portal): string =>
  `<p class="by">${renderBrand({ name: profileName, avatarUrl: null })}${escapeHtml(profileName)}</p>`

interface Top {
  readonly portal: Portal
  readonly avatarUrl: string | null
  readonly title: string
  readonly line: string
}

const renderTop = ({ portal, avatarUrl, title, line }: Top, _frame: Frame): string =>
  `<header class="top"><div>${renderBrand({ name: portal.profileName, avatarUrl })}<div><h1>${escapeHtml(title)}</h1><p class="state">${line}</p></div></div></header>`

const renderFooter = ({ language }: Frame, hasPreviews: boolean): string =>
  `<footer><p>${hasPreviews ? pageWords[language].approximate : ''}</p><p class="by">${renderHorn()}Posthorn</p></footer>`

export const pathOf = ({ token }: Pick<Frame, 'token'>, { id }: { readonly id: PortalPost['postId'] }): string =>
  `${portalPath(token)}/posts/${toWire('post', id)}`

interface Pieces {
  readonly title: string
  readonly body: string
  readonly style?: string
}

const build = ({ language, hasFont, origin }: Frame, portal: Portal, { title, body, style = '' }: Pieces): Page =>
  buildPage({
    language,
    hasFont,
    origin,
    title,
    body,
    head: '',
    style: pageStyle + brandStyle(portal.brandColor) + portalStyle + style,
  })
