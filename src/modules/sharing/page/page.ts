import { createHash } from 'node:crypto'
import type { Language } from '#kernel/language.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { renderGlyph } from '#rules/face/draw-glyph.ts'
import type { Dialect } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { LinkPage } from '#rules/previews/link-page.ts'
import { previewStyle } from '#rules/previews/style.ts'
import type { PostPreview } from '../schema.ts'
import { brandStyle } from './brand.ts'
import { renderCheck, renderHorn, renderTile } from './html.ts'
import { printParts, printPreview, type Target } from './print-preview.ts'
import { chooserStyle, fontStyle, pageStyle } from './style.ts'
import { type PageWords, pageWords } from './words.ts'

/** A page, with the policy that allows a browser to load only what the page itself uses. */
export interface Page {
  readonly html: string
  readonly policy: string
}

interface PageContext extends PreviewContext {
  /** True if the web app serves its font. */
  readonly hasFont: boolean
  /** The URL of the page. */
  readonly url: string
  readonly pictureUrl: string
}

interface PreviewContext {
  readonly language: Language
  readonly dialectOf: (network: Network) => Dialect
  /** The pages of links that were read. */
  readonly pages: ReadonlyMap<string, LinkPage>
}

/**
 * Renders a shared post: a preview for each target, and the choice of the one to show. It is readable without scripts.
 */
export function renderPost(shared: PostPreview, context: PageContext): Page {
  const { profile } = shared
  const { language, hasFont } = context
  const say = pageWords[language]
  const { previews, style: ownStyle } = renderPreviews(shared, context)
  const style = pageStyle + brandStyle(profile.brandColor) + ownStyle
  const title = say.postBy(profile.name)
  const body = `<header class="top"><div>${renderBrand(profile)}<div><h1>${escapeHtml(title)}</h1>${describeState(shared, say)}</div></div></header>
<div class="page">
<div class="columns${shared.allowsComments ? ' talk' : ''}">
<main class="previews">${previews}</main>
${shared.allowsComments ? renderComments(shared, context.url, say) : ''}
</div>
<footer><p>${say.approximate}</p><p class="by">${renderHorn()}Posthorn</p></footer>
</div>`
  const head = openGraph(shared, title, context)
  return buildPage({ language, hasFont, title, style, body, head, origin: new URL(context.url).origin })
}

/** Renders the previews of a post, with the choice of a network, and the style that they need. */
export function renderPreviews(
  shared: PostPreview,
  context: PreviewContext,
): { readonly previews: string; readonly style: string } {
  const { targets, parts } = shared
  const say = pageWords[context.language]
  const choices = targets.length > 1 ? targets.length : 0
  const previews = targets.map((target, at) => renderFigure(target, at, shared, context))
  const plain = `<figure><div class="frame pv">${printParts(parts, say.preview)}</div></figure>`
  return {
    previews: `${choices === 0 ? '' : renderChooser(targets, say)}${previews.join('\n') || plain}`,
    style: previewStyle + chooserStyle(choices),
  }
}

/** Renders the photo of a brand, or its letter on its color. */
export const renderBrand = ({ name, avatarUrl }: Pick<PostPreview['profile'], 'name' | 'avatarUrl'>): string =>
  avatarUrl === null
    ? renderTile(name)
    : `<img class="tile" src="${escapeHtml(avatarUrl)}" alt="" width="40" height="40">`

/** Renders the choice of a network, as buttons of one group. */
function renderChooser(targets: readonly Target[], say: PageWords): string {
  const isTwice = ({ network }: Target) => targets.filter((other) => other.network === network).length > 1
  const options = targets.map((target, at) => {
    const handle = isTwice(target) && target.account ? ` · ${escapeHtml(target.account.handle)}` : ''
    return `<label><input type="radio" name="network" id="choice-${at}"${at === 0 ? ' checked' : ''}>${renderGlyph(target.network)}${escapeHtml(target.name)}${handle}</label>`
  })
  return `<fieldset class="networks"><legend class="hidden">${say.network}</legend>${options.join('')}<label><input type="radio" name="network">${say.allNetworks}</label></fieldset>`
}

function renderFigure(
  target: Target,
  at: number,
  { profile }: PostPreview,
  { language, dialectOf, pages }: PreviewContext,
): string {
  const say = pageWords[language]
  const { network, account } = target
  const name = account?.displayName || account?.handle || profile.name
  const handle = account?.handle ?? profile.name
  const preview = printPreview({ target, dialect: dialectOf(network), name, handle, say: say.preview, pages })
  const seen = target.platformUrl?.startsWith('https://')
    ? `<a href="${escapeHtml(target.platformUrl)}" rel="noopener noreferrer" target="_blank">${say.seeThere}</a>`
    : ''
  return `<figure id="preview-${at}"><figcaption>${renderGlyph(network)}<b>${escapeHtml(target.name)}</b><span class="quiet">${account ? escapeHtml(handle) : say.noAccount}</span>${seen}</figcaption>
<div class="frame pv">${preview}</div></figure>`
}

/** Renders a short notice, such as for a link that no longer works. */
export const renderNotice = (
  {
    title,
    text,
    ...frame
  }: Pick<PageContext, 'language' | 'hasFont'> & { readonly title: string; readonly text: string },
  origin: string,
): Page =>
  buildPage({
    ...frame,
    title,
    style: pageStyle,
    body: `<main class="alone"><p class="by">${renderHorn()}Posthorn</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`,
    head: '',
    origin,
  })

interface Pieces extends Pick<PageContext, 'language' | 'hasFont'> {
  readonly title: string
  readonly style: string
  readonly head: string
  readonly body: string
  readonly origin: string
}

/** Builds a page without scripts around this body. */
export function buildPage({ language, hasFont, title, style: ownStyle, head, body, origin }: Pieces): Page {
  const style = hasFont ? fontStyle + ownStyle : ownStyle
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    html: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
${head}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`,
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      `img-src 'self' ${origin}`,
      `media-src 'self' ${origin}`,
      ...(hasFont ? ["font-src 'self'"] : []),
      `form-action 'self' ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

const describedChars = 200

function openGraph({ parts, targets }: PostPreview, title: string, { url, pictureUrl }: PageContext): string {
  const all = [...targets.flatMap((target) => target.parts), ...parts]
  const text = all.find((part) => part.text !== '')?.text ?? ''
  const image = all.flatMap(({ media }) => media).find(({ kind, posterUrl }) => kind === 'image' || posterUrl !== null)
  const picture = image ? (image.kind === 'image' ? image.url : (image.posterUrl ?? pictureUrl)) : pictureUrl
  const fields = {
    'og:type': 'article',
    'og:url': url,
    'og:title': title,
    'og:description': [...text].slice(0, describedChars).join(''),
    'og:image': picture,
    'og:image:alt': image?.altText ?? title,
    'twitter:card': 'summary_large_image',
  }
  return Object.entries(fields)
    .map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`)
    .join('\n')
}

/** Renders the comments on a post, and the replies of the team. */
export function renderCommentList(
  { comments, profile, timezone }: Pick<PostPreview, 'comments' | 'profile' | 'timezone'>,
  { locale, comments: say }: PageWords,
): string {
  const list = comments.map(
    ({ name, text, fineByMe, isReply, createdAt }) => `<li>${renderTile(isReply ? profile.name : name, 'round')}<div>
<b>${escapeHtml(name)}</b>${isReply && name !== profile.name ? `<span class="quiet"> · ${escapeHtml(profile.name)}</span>` : ''}${formatTime(createdAt, { locale, zone: timezone ?? 'UTC' })}
${fineByMe ? `<p class="fine">${renderCheck()}${say.fine}</p>` : ''}${text === '' ? '' : `<p dir="auto">${escapeHtml(text)}</p>`}</div></li>`,
  )
  return list.length > 0 ? `<ul class="said">${list.join('\n')}</ul>` : ''
}

/** Returns the comments with the form for a new one. The form works without a script. */
function renderComments(shared: PostPreview, url: string, words: PageWords): string {
  const { comments: say } = words
  return `<aside id="comments"><h2>${say.title}</h2>
${renderCommentList(shared, words)}
<form method="post" action="${escapeHtml(new URL(url).pathname)}/comments">
<label>${say.name}<input name="name" required maxlength="80" autocomplete="name"></label>
<label>${say.comment}<textarea name="text" maxlength="2000" placeholder="${say.hint}"></textarea></label>
<div class="choose"><button class="first" name="fineByMe" value="true">${say.fine}</button><button>${say.send}</button></div>
</form></aside>`
}

/** Describes what happens to the post, in the time zone of its profile. */
function describeState({ status, timezone, expiresAt, ...times }: PostPreview, say: PageWords): string {
  const formatted = (at: Date) => formatTime(at, { locale: say.locale, zone: timezone ?? 'UTC' })
  const ends = expiresAt ? `<span>${say.worksUntil(formatted(expiresAt))}</span>` : ''
  return `<p class="state">${chipOf(status, say)}${sentenceOf({ status, ...times }, say, formatted)}${ends}</p>`
}

function chipOf(status: string, { states }: PageWords): string {
  if (status === 'published' || status === 'partial') return `<span class="chip good">${states.published}</span>`
  if (status === 'draft') return `<span class="chip">${states.draft}</span>`
  if (status === 'failed' || status === 'unknown') return `<span class="chip">${states.failed}</span>`
  return `<span class="chip">${status === 'scheduled' ? states.scheduled : states.goingOut}</span>`
}

function sentenceOf(
  { status, scheduledAt, publishedAt }: Pick<PostPreview, 'status' | 'scheduledAt' | 'publishedAt'>,
  say: PageWords,
  formatted: (at: Date) => string,
): string {
  if (publishedAt) return `<span>${formatted(publishedAt)}</span>`
  if (!scheduledAt) return ''
  const time = formatted(scheduledAt)
  return `<span>${status === 'draft' ? say.plannedFor(time) : time}</span>`
}

export const formatTime = (at: Date, { locale, zone }: { readonly locale: string; readonly zone: string }): string =>
  `<time datetime="${at.toISOString()}">${escapeHtml(
    new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(at),
  )}</time>`
