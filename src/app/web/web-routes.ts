import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLoopback } from '#infra/config/loopback.ts'
import { type StoredPage, sendStored, storePage } from '#infra/http/docs/stored-page.ts'
import { route } from '#infra/http/route.ts'
import type { Edge } from '#infra/http/server.ts'
import { refuse } from '#kernel/errors.ts'

/** The URLs of the web app's pages. All return the same document, which shows the page for its URL. */
const pages = ['/', '/start', '/device', '/share', '/auth/*', '/open/*', '/p/*'] as const
/** Files whose names do not depend on their content. */
const looseFiles = [
  '/theme.js',
  '/old-browser.js',
  '/icon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/inter.woff2',
  '/manifest.webmanifest',
  '/shell.json',
  '/sw.js',
] as const

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Pages may only load from here. Images can also come from memory before they are uploaded. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Libraries position menus and dialogs with the style attribute. Style sheets may only come from here.
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const open = { hidden: true, access: 'anyone', anyAccept: true } as const
/** The page reads the query itself. */
const openPage = { ...open, query: z.looseObject({}) } as const

/**
 * A browser that caches the application fetches all of its files at once. They come from memory and cost next to
 * nothing.
 */
const openFile = { ...openPage, rateLimited: false } as const

export interface WebFiles {
  readonly folder: string
  /** Settles when the folder contains the web app. A page requested earlier waits. */
  readonly ready: Promise<void>
  readonly publicUrl: string
  /** The URL of the sandbox on this machine, or null. The pages offer its webhook receiver. */
  readonly sandboxUrl: string | null
}

interface WebFace {
  /** Serves the pages and their files. */
  addRoutes(app: Edge): void
  /** Responds with 404 and the pages' document, which says that the page does not exist. */
  showMissing(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Opens the web app in a folder. */
export function openWebFace({ folder, ready, publicUrl, sandboxUrl }: WebFiles): WebFace {
  const stored = new Map<string, Promise<StoredPage>>()
  const read = async (path: string): Promise<StoredPage> => {
    await ready
    const page = stored.get(path) ?? storeFile(join(folder, path), sandboxUrl)
    stored.set(path, page)
    return page.catch((error: NodeJS.ErrnoException) => {
      stored.delete(path)
      if (error.code === 'ENOENT') refuse('route_not_found')
      throw error
    })
  }
  return {
    addRoutes(app) {
      for (const path of pages)
        route(app, {
          get: path,
          ...openPage,
          does: async (request, reply) => {
            if (isOtherLoopback(request.host, publicUrl)) return reply.redirect(new URL(request.url, publicUrl).href)
            return sendStored(request, reply, await read('index.html'), { policy })
          },
        })
      for (const path of looseFiles)
        route(app, {
          get: path,
          ...openFile,
          does: async (request, reply) => sendStored(request, reply, await read(path), { policy }),
        })
      route(app, {
        get: '/assets/:file',
        ...open,
        rateLimited: false,
        params: z.object({ file: z.string().regex(/^[\w.-]+$/) }),
        does: async (request, reply) => {
          const page = await read(join('assets', request.params.file))
          return sendStored(request, reply, page, { policy, isImmutable: true })
        },
      })
    },
    async showMissing(request, reply) {
      return sendStored(request, reply.code(404), await read('index.html'), { policy })
    },
  }
}

/**
 * True for `localhost` if the service's own URL uses `127.0.0.1`, or the reverse. To a browser, these are two sites:
 * the session of one is not valid on the other, and networks redirect people to the one that the service uses.
 */
function isOtherLoopback(host: string, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  const url = URL.parse(`${own.protocol}//${host}`)
  if (url === null || !isLoopback(url.hostname) || !isLoopback(own.hostname)) return false
  return url.hostname !== own.hostname && url.port === own.port
}

async function storeFile(path: string, sandboxUrl: string | null): Promise<StoredPage> {
  const content = await readFile(path)
  const type = types[extname(path)] ?? 'application/octet-stream'
  if (extname(path) !== '.html' || sandboxUrl === null) return storePage(type, content)
  return storePage(type, content.toString().replace('</head>', `<meta name="sandbox" content="${sandboxUrl}"></head>`))
}
