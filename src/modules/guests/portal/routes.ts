import { text as readText } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { choosePageLanguage } from '#infra/http/answer/page-language.ts'
import { sayRefusal } from '#infra/http/answer/problem.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { invalid } from '#infra/http/request/validation.ts'
import { routesWith } from '#infra/http/route.ts'
import { filledText, idOf, text } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { seconds } from '#kernel/clock.ts'
import { Refusal, type RefusalCode, refuse } from '#kernel/errors.ts'
import { fromWire, type PostId } from '#kernel/ids.ts'
import { findLinkCards } from '#modules/link-cards/index.ts'
import { cardLinksOf, type Page, renderNotice } from '#modules/sharing/index.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import type { GuestDeps } from '../deps.ts'
import { portalPath } from '../token.ts'
import { confirm, notePortalSeen, readOverview, readPortalPost, requirePortal, submit } from './actions.ts'
import { type Deed, deviceMs, type NoCode } from './devices.ts'
import { type Frame, pathOf, renderCode, renderNote, renderOverview, renderPost } from './pages.ts'
import type { Portal } from './store.ts'
import { portalWords } from './words.ts'

const route = routesWith({ access: 'anyone', anyAccept: true })
const cookieName = 'posthorn_guest'
const maxFormBytes = 32 * 1024
/** The time that a guest waits for the pages that a post links to. */
const cardsMs = seconds(1.5)

const tokenPath = z.strictObject({ token: text(1, 200) })
const postPath = z.strictObject({ token: text(1, 200), postId: idOf('post') })
/** Any query: whatever chats and email programs append to a link must not break it. */
const anyQuery = z.looseObject({})

const contentHash = z.string().regex(/^[0-9a-f]{64}$/)
const approval = z.strictObject({ contentHash })
const changes = z.strictObject({ contentHash, text: filledText(1_000) })
const comment = z.strictObject({ text: filledText(2_000) })
const confirmation = z.strictObject({ challenge: text(1, 100), code: text(1, 20) })

const page = { hidden: true, refuses: ['guest_link_not_found'] } as const
const form = { ...page, bodyAs: 'raw', attemptsPerMinute: 30 } as const

/**
 * Adds the pages that a guest opens. They work without scripts. Reading never decides anything, since mail scanners open
 * links; what decides is a form, with a cookie that only a code gives.
 */
export function addPortalRoutes(app: Edge, deps: GuestDeps): void {
  route(app, {
    get: '/v1/portal/:token',
    ...page,
    params: tokenPath,
    query: anyQuery,
    does: (request, reply) =>
      show(deps, request, reply, async (portal, frame) => {
        await noteSeen(deps, request, portal)
        if (portal.postId !== null) return showPost(deps, portal, portal.postId, frame)
        const after = fromWire('post', `${request.query.after ?? ''}`) ?? null
        return renderOverview(await readOverview(deps, portal, after), frame)
      }),
  })
  route(app, {
    get: '/v1/portal/:token/posts/:postId',
    ...page,
    params: postPath,
    query: anyQuery,
    does: (request, reply) =>
      show(deps, request, reply, async (portal, frame) => {
        await noteSeen(deps, request, portal)
        return showPost(deps, portal, request.params.postId, frame)
      }),
  })
  route(app, {
    post: '/v1/portal/:token/posts/:postId/approve',
    ...form,
    params: postPath,
    does: (request, reply) =>
      send(deps, request, reply, async () => ({
        kind: 'approve',
        postId: request.params.postId,
        contentHash: (await readForm(request, approval)).contentHash,
        text: '',
      })),
  })
  route(app, {
    post: '/v1/portal/:token/posts/:postId/changes',
    ...form,
    params: postPath,
    does: (request, reply) =>
      send(deps, request, reply, async () => ({
        kind: 'reject',
        postId: request.params.postId,
        ...(await readForm(request, changes)),
      })),
  })
  route(app, {
    post: '/v1/portal/:token/posts/:postId/comments',
    ...form,
    params: postPath,
    does: (request, reply) =>
      send(deps, request, reply, async () => ({
        kind: 'comment',
        postId: request.params.postId,
        contentHash: null,
        ...(await readForm(request, comment)),
      })),
  })
  route(app, {
    post: '/v1/portal/:token/confirm',
    ...form,
    attemptsPerMinute: 10,
    params: tokenPath,
    does: (request, reply) =>
      show(deps, request, reply, async (portal, frame) => {
        const { challenge, code } = await readForm(request, confirmation)
        const checked = await confirm(deps, portal, { challenge, code: code.replaceAll(/\s/g, '') })
        const say = portalWords[frame.language]
        if (checked.kind === 'over') {
          reply.code(403)
          const link = { href: portalPath(frame.token), label: say.back }
          return renderNote({ portal, ...say.over, link }, frame)
        }
        if (checked.kind === 'no-code') return explainNoCode(reply, portal, checked.because, frame)
        if (checked.kind === 'wrong') {
          reply.code(403)
          return renderCode({ portal, challenge, triesLeft: checked.triesLeft }, frame)
        }
        reply.setCookie(cookieName, checked.cookie, {
          httpOnly: true,
          sameSite: 'lax',
          secure: deps.config.publicUrl.startsWith('https:'),
          path: portalPath(frame.token),
          maxAge: deviceMs / 1_000,
        })
        return finish(reply, portal, checked.deed, frame, async () => {
          await checked.carryOut()
          return undefined
        })
      }),
  })
}

type WithToken = FastifyRequest<{ Params: { token: string } }>
type Shown = Page | { readonly redirect: string }

/** Responds with a page, or with the page that explains a refusal. */
async function show(
  deps: GuestDeps,
  request: WithToken,
  reply: FastifyReply,
  render: (portal: Portal, frame: Frame) => Promise<Shown>,
): Promise<FastifyReply> {
  reply
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'private, no-store')
  const language = choosePageLanguage(request, reply)
  const { origin } = new URL(deps.config.publicUrl)
  const frame = { language, hasFont: deps.config.web, origin, token: request.params.token }
  let portal: Portal | undefined
  try {
    portal = await requirePortal(deps.db, request.params.token)
    const shown = await render(portal, frame)
    return 'redirect' in shown ? reply.redirect(shown.redirect, 303) : sendPage(reply, shown)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    reply.code(error.status)
    return sendPage(reply, explain(error, portal, frame))
  }
}

/** Does what a form asks for, or shows the form for the code. */
const send = (
  deps: GuestDeps,
  request: WithToken,
  reply: FastifyReply,
  read: () => Promise<Deed>,
): Promise<FastifyReply> =>
  show(deps, request, reply, async (portal, frame) => {
    const deed = await read()
    return finish(reply, portal, deed, frame, async () => {
      const submitted = await submit(deps, portal, deed, request.cookies[cookieName])
      switch (submitted.kind) {
        case 'done':
          return undefined
        case 'code':
          return renderCode({ portal, challenge: submitted.challenge, triesLeft: null }, frame)
        case 'no-code':
          return explainNoCode(reply, portal, submitted.because, frame)
        default:
          return submitted satisfies never
      }
    })
  })

/** Says why no code works or is sent for up to a day. */
function explainNoCode(reply: FastifyReply, portal: Portal, because: NoCode, frame: Frame): Page {
  const say = portalWords[frame.language]
  reply.code(429)
  const link = { href: portalPath(frame.token), label: say.back }
  return renderNote({ portal, ...(because === 'tries' ? say.noTries : say.noMails), link }, frame)
}

/** Acts, and returns the page that follows, unless the act has its own. A rejected post is a draft, which the guest no longer sees. */
async function finish(
  reply: FastifyReply,
  portal: Portal,
  deed: Deed,
  frame: Frame,
  act: () => Promise<Page | undefined>,
): Promise<Shown> {
  const say = portalWords[frame.language]
  const path = pathOf(frame, { id: deed.postId })
  try {
    const page = await act()
    if (page) return page
  } catch (error) {
    const words = error instanceof Refusal ? notices[error.code] : undefined
    if (!(error instanceof Refusal) || words === undefined) throw error
    reply.code(error.status)
    return renderNote({ portal, ...say[words], link: { href: path, label: say.lookAgain } }, frame)
  }
  if (deed.kind !== 'reject') return { redirect: deed.kind === 'comment' ? `${path}#comments` : path }
  return renderNote({ portal, ...say.rejected, link: { href: portalPath(frame.token), label: say.back } }, frame)
}

/** Refusals of a decision that have their own words. */
const notices: { readonly [Code in RefusalCode]?: 'outdated' | 'settled' | 'paused' } = {
  approval_outdated: 'outdated',
  approval_not_your_turn: 'settled',
  post_not_editable: 'settled',
  plan_required: 'paused',
}

function explain(error: Refusal, portal: Portal | undefined, frame: Frame): Page {
  const say = portalWords[frame.language]
  if (portal === undefined || error.code === 'guest_link_not_found')
    return renderNotice({ ...say.gone, ...frame }, frame.origin)
  const link = { href: portalPath(frame.token), label: say.back }
  if (error.code === 'post_not_found') return renderNote({ portal, ...say.postGone, link }, frame)
  return renderNote({ portal, title: say.failed, text: sayRefusal(error, frame.language), link }, frame)
}

async function showPost(deps: GuestDeps, portal: Portal, postId: PostId, frame: Frame): Promise<Page> {
  const shown = await readPortalPost(deps, portal, postId)
  return renderPost(shown, frame, {
    language: frame.language,
    dialectOf: (network) => deps.connectors[network]?.limits.dialect ?? 'plain',
    pages: await findLinkCards(deps, cardLinksOf(shown.preview.targets), cardsMs),
  })
}

/** Programs that fetch a page to show a preview of it, or to check it. */
const robots = /bot\b|bot\/|crawl|spider|preview|scan|facebookexternalhit|slack|whatsapp|curl\/|embed/i

/** Notes that the link was opened. HEAD requests and programs that say what they are do not count. */
async function noteSeen(deps: GuestDeps, { method, raw }: FastifyRequest, portal: Portal): Promise<void> {
  if (method === 'GET' && !robots.test(raw.headers['user-agent'] ?? '')) await notePortalSeen(deps, portal)
}

/** Reads a form. A browser sends each line break as two characters, whatever was typed. */
async function readForm<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): Promise<z.output<Schema>> {
  const type = request.raw.headers['content-type'] ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    refuse('unsupported_media_type', { detail: 'Send a form: `Content-Type: application/x-www-form-urlencoded`.' })
  const body = await readText(openBody(request, { maxBytes: maxFormBytes, isShort: true }))
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])
  const read = schema.safeParse(Object.fromEntries(fields), { reportInput: true })
  if (read.success) return read.data
  throw invalid(read.error.issues.flatMap((issue) => faultsOf(issue, '')))
}

const asIs = (value: unknown) => value as string

const sendPage = (reply: FastifyReply, { html, policy }: Page): FastifyReply =>
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').serializer(asIs).send(html)
