import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isBuilt, programFolder } from '#infra/files/program-folder.ts'
import { route } from '../route.ts'
import type { Edge } from '../server.ts'
import { renderHeader, type Site } from './page.ts'
import { referenceStyle } from './reference-style.ts'
import { type StoredPage, sendStored, storePage } from './stored-page.ts'

/**
 * The content security policy of the reference page: its own scripts and styles, inline as its renderer writes them,
 * and nothing from other origins.
 */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

const open = { hidden: true, access: 'anyone', anyAccept: true } as const

/**
 * The document as `npm run gen` wrote it. Deriving it from the routes again would block every other request for more
 * than a tenth of a second.
 */
const documentPath = join(programFolder, isBuilt ? 'dist/openapi.json' : 'docs/openapi.json')

async function readDocument(): Promise<StoredPage> {
  const text = await readFile(documentPath, 'utf8')
  // The file of a checkout is indented, which doubles its size.
  return storePage('application/json; charset=utf-8', text.replace(/\n */g, ''))
}

/** Adds `/openapi.json` and the reference page. */
export function addReference(app: Edge, site: Site): void {
  let document: Promise<StoredPage> | null = null
  route(app, {
    get: '/openapi.json',
    id: 'openapi',
    tag: 'System',
    summary: 'Get this description of the API',
    description:
      'The OpenAPI 3.1 document that this reference shows. It has an `ETag`, so a client can ask if it has changed.',
    access: 'anyone',
    answers: z.looseObject({ openapi: z.string().meta({ examples: ['3.1.0'] }) }),
    does: async (request, reply) => {
      document ??= readDocument()
      return sendStored(request, reply, await document) as never
    },
  })

  let rendered: Promise<Reference> | null = null
  const readReference = (): Promise<Reference> => {
    rendered ??= renderReference(site)
    return rendered
  }
  route(app, {
    get: '/docs',
    ...open,
    does: async (_request, reply) => reply.redirect('/docs/', 308),
  })
  route(app, {
    get: '/docs/',
    ...open,
    query: z.looseObject({}),
    does: async (request, reply) => sendStored(request, reply, (await readReference()).page, { policy }),
  })
  route(app, {
    get: '/docs/reference.js',
    ...open,
    query: z.object({ v: z.string().optional() }),
    does: async (request, reply) => {
      const { script } = await readReference()
      return sendStored(request, reply, script, { policy, isImmutable: request.query.v === script.tag })
    },
  })
}

interface Reference {
  readonly page: StoredPage
  readonly script: StoredPage
}

/**
 * Renders the page in a separate Fastify application that is closed immediately, because its renderer takes 40 MB that
 * a service without readers should not spend. The page names its script by content hash, so browsers can cache it.
 */
async function renderReference(site: Site): Promise<Reference> {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const renderer = Fastify()
  await renderer.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'API reference · Posthorn',
      defaultOpenAllTags: true,
      // The page looks like our others, and follows the mode of the device as they do.
      theme: 'none',
      customCss: referenceStyle(site),
      hideDarkModeToggle: true,
      // No third-party fonts, links or tools.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      // Each operation has samples of our own clients. The renderer adds curl, and would add twenty other programs.
      hiddenClients: { ...hiddenTargets, shell: ['httpie', 'wget'] },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    } as never,
  })
  const [page, script] = await Promise.all(
    ['/docs/', `/docs/${scriptOfRenderer}`].map((url) => renderer.inject({ method: 'GET', url })),
  )
  await renderer.close()
  if (!page?.payload.includes(scriptOfRenderer) || script?.statusCode !== 200)
    throw new Error('The renderer of the reference names its script differently now.')
  const stored = await storePage('text/javascript; charset=utf-8', script.rawPayload)
  const html = page.payload
    .replaceAll(scriptOfRenderer, `reference.js?v=${stored.tag}`)
    .replace('<html>', '<html lang="en">')
    .replace('<body>', () => `<body>${renderHeader(site, 'api')}`)
  return { script: stored, page: await storePage('text/html; charset=utf-8', html) }
}

const otherTargets =
  'c clojure csharp dart fsharp go http java js julia kotlin node objc ocaml php powershell python r ruby rust swift'
const hiddenTargets = Object.fromEntries(otherTargets.split(' ').map((target) => [target, true]))

const scriptOfRenderer = 'js/scalar.js'
