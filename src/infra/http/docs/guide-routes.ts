import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { programFolder } from '#infra/files/program-folder.ts'
import { refuse } from '#kernel/errors.ts'
import { hornTileSvg } from '#rules/face/horn.ts'
import { route } from '../route.ts'
import type { Edge } from '../server.ts'
import { guides } from './guides.ts'
import { guidePolicy, type Site } from './page.ts'
import { type StoredPage, sendStored, storePage } from './stored-page.ts'
import { fontFace, styleSheet } from './style.ts'

const imagesFolder = join(programFolder, 'docs/images')
const html = 'text/html; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'
/** The Markdown renderer is loaded with the first page. */
const renderer = () => import('./render-guide.ts')

type Makers = ReadonlyMap<string, () => Promise<StoredPage>>

/** Returns the pages by URL. Each is rendered at its first request. */
const makersFor = (site: Site): Makers =>
  new Map([
    ['/docs/guides', async () => storePage(html, (await renderer()).renderGuideList(site))],
    [
      '/docs/guides/style.css',
      () => storePage('text/css; charset=utf-8', `${site.hasWeb ? fontFace : ''}${styleSheet}`),
    ],
    ['/docs/guides/icon.svg', () => storePage('image/svg+xml', hornTileSvg(true))],
    ['/llms.txt', async () => storePage(markdown, (await renderer()).renderLlmsTxt())],
    ...guides.flatMap((guide): [string, () => Promise<StoredPage>][] => [
      [`/docs/guides/${guide.slug}`, async () => storePage(html, await (await renderer()).renderGuide(site, guide))],
      [`/docs/guides/${guide.slug}.md`, async () => storePage(markdown, await (await renderer()).readGuide(guide))],
    ]),
  ])

async function makeImage(file: string): Promise<StoredPage> {
  const isThere = /^[a-z0-9-]+\.png$/.test(file) && (await readdir(imagesFolder)).includes(file)
  return isThere ? storePage('image/png', await readFile(join(imagesFolder, file))) : refuse('route_not_found')
}

/** Adds the guides of the repository as pages, their text as Markdown, and `llms.txt`, which lists that. */
export function addGuides(app: Edge, site: Site): void {
  const makers = makersFor(site)
  const made = new Map<string, Promise<StoredPage>>()
  const open = { hidden: true, access: 'anyone', anyAccept: true } as const
  /** Caches rendered pages; a URL without a page is not cached. */
  const readPage = async (path: string, make = makers.get(path)): Promise<StoredPage> => {
    if (!make) refuse('route_not_found')
    const page = made.get(path) ?? make()
    made.set(path, page)
    return page.catch((error: unknown) => {
      made.delete(path)
      throw error
    })
  }
  const policy = guidePolicy

  for (const path of ['/docs/guides', '/llms.txt'])
    route(app, {
      get: path,
      ...open,
      does: async (request, reply) => sendStored(request, reply, await readPage(path), { policy }),
    })
  route(app, {
    get: '/docs/guides/:page',
    ...open,
    params: z.object({ page: z.string() }),
    does: async (request, reply) =>
      sendStored(request, reply, await readPage(`/docs/guides/${request.params.page}`), { policy }),
  })
  route(app, {
    get: '/docs/guides/images/:file',
    ...open,
    params: z.object({ file: z.string() }),
    does: async (request, reply) => {
      const { file } = request.params
      const page = await readPage(`/docs/guides/images/${file}`, () => makeImage(file))
      return sendStored(request, reply, page, { policy })
    },
  })
}
