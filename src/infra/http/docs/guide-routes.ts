import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { refuse } from '#kernel/errors.ts'
import type { Edge } from '../server.ts'
import { guides } from './guides.ts'
import { guidePolicy, styleSheet } from './page.ts'
import { type StoredPage, sendStored, storePage } from './stored-page.ts'

const imagesFolder = join(import.meta.dirname, '../../../../docs/images')
const html = 'text/html; charset=utf-8'

/** Pages by their path under `/docs/guides`. Each is made at its first request. */
const makers = new Map<string, () => Promise<StoredPage>>([
  ['', async () => storePage(html, (await import('./render-guide.ts')).renderGuideList())],
  ['style.css', () => storePage('text/css; charset=utf-8', styleSheet)],
  ...guides.flatMap((guide): [string, () => Promise<StoredPage>][] => [
    [guide.slug, async () => storePage(html, await (await import('./render-guide.ts')).renderGuide(guide))],
    [
      `${guide.slug}.md`,
      async () => storePage('text/markdown; charset=utf-8', await (await import('./render-guide.ts')).readGuide(guide)),
    ],
  ]),
])

/** Adds the guides of the repository as pages, their text as Markdown, and `llms.txt`, which lists that. */
export function addGuides(app: Edge): void {
  const made = new Map<string, Promise<StoredPage>>()
  const open = { config: { access: { credential: 'none' }, anyAccept: true }, schema: { hide: true } } as const
  const readPage = (path: string): Promise<StoredPage> => {
    const make = makers.get(path)
    if (!make) refuse('route_not_found')
    const page = made.get(path) ?? make()
    made.set(path, page)
    return page
  }
  const policy = guidePolicy

  app.get('/docs/guides', open, async (request, reply) => sendStored(request, reply, await readPage(''), { policy }))
  app.get(
    '/docs/guides/:page',
    { ...open, schema: { ...open.schema, params: z.object({ page: z.string() }) } },
    async (request, reply) => sendStored(request, reply, await readPage(request.params.page), { policy }),
  )
  app.get(
    '/docs/guides/images/:file',
    { ...open, schema: { ...open.schema, params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const { file } = request.params
      if (!/^[a-z0-9-]+\.png$/.test(file)) refuse('route_not_found')
      const bytes = await readFile(join(imagesFolder, file)).catch(() => refuse('route_not_found'))
      return sendStored(request, reply, await storePage('image/png', bytes), { policy })
    },
  )
  app.get('/llms.txt', open, async (request, reply) => {
    const { renderLlmsTxt } = await import('./render-guide.ts')
    return sendStored(request, reply, await storePage('text/markdown; charset=utf-8', renderLlmsTxt()), { policy })
  })
}
