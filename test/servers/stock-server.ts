import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Unsplash, Pexels and GIPHY as their documentation describes them: search, one photo, the download event of Unsplash,
 * the headers of limits, and images. Each has its own port.
 */

interface Asked {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
}

type Misbehavior =
  | 'limit'
  | 'key'
  | 'status'
  | 'hang'
  | 'huge'
  | 'html'
  | 'redirect'
  | 'reset'
  | 'strange'
  | 'synthetic'

export interface StockServer extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly Asked[]
  /** The number of photos that match every search. */
  total: number
  /** Responds to every call of the API in this way instead. */
  fail: Misbehavior | null
  /** Headers of every response of the API. */
  headers: Readonly<Record<string, string>>
  /** Changes each photo before it is sent. */
  change: (photo: Photo) => unknown
  /** Serves the images. */
  image: (response: ServerResponse) => void
}

/** A photo as a provider documents it. */
type Photo = Readonly<Record<string, unknown>>

export const unsplashKey = 'planted-unsplash-key'
export const pexelsKey = 'planted-pexels-key'

/** The Unsplash API. `picture` is the file of every photo. */
export const startUnsplash = (picture: Buffer): Promise<StockServer> =>
  start(picture, (self, { path, query, headers }) => {
    if (headers.authorization !== `Client-ID ${unsplashKey}`)
      return [401, { errors: ['OAuth error: The access token is invalid'] }]
    if (self.fail === 'limit') return [403, 'Rate Limit Exceeded']
    if (self.fail === 'key') return [403, { errors: ['forbidden'] }]
    const photo = (at: number) =>
      self.change({
        id: `photo-${at}`,
        width: 5245,
        height: 3497,
        color: '#60544D',
        alt_description: `a white lighthouse number ${at}`,
        urls: {
          raw: `${self.url}/images/${at}?ixid=abc${at}`,
          small: `${self.url}/images/${at}?w=400&ixid=abc${at}`,
        },
        user: { name: `Annie ${at}`, links: { html: `https://unsplash.com/@annie${at}` } },
        links: {
          html: `https://unsplash.com/photos/photo-${at}`,
          download_location: `${self.url}/photos/photo-${at}/download?ixid=abc${at}&more=1`,
        },
      })
    if (path === '/search/photos') {
      const [page, size] = [Number(query.page), Number(query.per_page)]
      const results = places(self.total, page, size).map(photo)
      return [200, { total: self.total, total_pages: Math.ceil(self.total / size), results }]
    }
    const [, at, download] = /^\/photos\/photo-(\d+)(\/download)?$/.exec(path) ?? []
    if (at === undefined || Number(at) > self.total) return [404, { errors: ["Couldn't find Photo"] }]
    return [200, download ? { url: `${self.url}/images/${at}` } : photo(Number(at))]
  })

/** The Pexels API. */
export const startPexels = (picture: Buffer): Promise<StockServer> =>
  start(picture, (self, { path, query, headers }) => {
    if (headers.authorization !== pexelsKey) return [401, { status: 401, code: 'Unauthorized' }]
    if (self.fail === 'limit') return [429, { status: 429, code: 'Too Many Requests' }]
    if (self.fail === 'key') return [403, { status: 403 }]
    const photo = (at: number) =>
      self.change({
        id: 1000 + at,
        width: 4000,
        height: 3000,
        url: `https://www.pexels.com/photo/lighthouse-${1000 + at}/`,
        photographer: `Joey ${at}`,
        photographer_url: `https://www.pexels.com/@joey${at}`,
        photographer_id: at,
        alt: `Lighthouse ${at}`,
        src: {
          original: `${self.url}/images/${at}.jpeg`,
          large2x: `${self.url}/images/${at}.jpeg?dpr=2&h=650&w=940`,
          medium: `${self.url}/images/${at}.jpeg?h=350`,
        },
      })
    if (path === '/v1/search') {
      const [page, size] = [Number(query.page), Number(query.per_page)]
      const more = page * size < self.total ? { next_page: `${self.url}/v1/search/?page=${page + 1}` } : {}
      return [
        200,
        { page, per_page: size, total_results: self.total, photos: places(self.total, page, size).map(photo), ...more },
      ]
    }
    const at = Number(/^\/v1\/photos\/(\d+)$/.exec(path)?.[1]) - 1000
    return at >= 1 && at <= self.total ? [200, photo(at)] : [404, { status: 404, error: 'Not Found' }]
  })

export const giphyKey = 'planted-giphy-key'

/** The GIPHY API. `picture` is every GIF. */
export const startGiphy = (picture: Buffer): Promise<StockServer> =>
  start(picture, (self, { path, query }) => {
    const meta = (status: number, msg: string, id = '57eea03c72381f86e05c35d2') => ({ status, msg, response_id: id })
    if (query.api_key !== giphyKey) return [401, { data: [], meta: meta(401, 'Unauthorized', '') }]
    if (self.fail === 'limit') return [429, { data: [], meta: meta(429, 'API rate limit exceeded', '') }]
    if (self.fail === 'key') return [403, { data: [], meta: meta(403, 'Forbidden', '') }]
    if (self.fail === 'synthetic') {
      const pagination = { total_count: 0, count: 0, offset: 0 }
      return [200, { data: [], pagination, meta: meta(200, 'OK', '') }]
    }
    const gif = (at: number) => {
      const image = (name: string) => `${self.url}/images/gif-${at}/${name}?cid=abc${at}&rid=${name}`
      return self.change({
        type: 'gif',
        id: `gif${at}`,
        slug: `lighthouse-gif${at}`,
        url: `http://giphy.com/gifs/lighthouse-gif${at}`,
        username: at % 2 === 0 ? '' : `keeper${at}`,
        title: `Lighthouse ${at} GIF`,
        rating: at % 3 === 0 ? 'g' : 'y',
        ...(at % 2 === 0
          ? {}
          : { user: { display_name: `Keeper ${at}`, profile_url: `https://giphy.com/keeper${at}/`, username: 'k' } }),
        images: {
          original: { url: image('giphy.gif'), width: '480', height: '270', size: '1811666', frames: '27' },
          downsized_large: { url: image('giphy-large.gif'), width: '480', height: '270', size: '1811666' },
          downsized_medium: { url: image('giphy-medium.gif'), width: '480', height: '270', size: '1811666' },
          downsized: { url: image('giphy-downsized.gif'), width: '480', height: '270', size: '1811666' },
          fixed_width_still: { url: image('200w_s.gif'), width: '200', height: '113', size: '9000' },
          fixed_width_downsampled: {
            ...{ url: image('200w_d.gif'), width: '200', height: '113', size: '90000' },
            ...{ webp: image('200w_d.webp'), webp_size: '40000' },
          },
        },
      })
    }
    if (path === '/v1/gifs/search') {
      const [offset, size] = [Number(query.offset), Number(query.limit)]
      const data = places(self.total, offset / size + 1, size).map(gif)
      return [200, { data, pagination: { total_count: self.total, count: data.length, offset }, meta: meta(200, 'OK') }]
    }
    const at = Number(/^\/v1\/gifs\/gif(\d+)$/.exec(path)?.[1])
    if (!(at >= 1 && at <= self.total)) return [404, { data: [], meta: meta(404, 'Not Found') }]
    return [200, { data: gif(at), meta: meta(200, 'OK') }]
  })

const places = (total: number, page: number, size: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(size, total - (page - 1) * size)) }, (_, at) => (page - 1) * size + at + 1)

type Respond = (self: StockServer, request: Asked) => readonly [number, unknown]

async function start(picture: Buffer, respond: Respond): Promise<StockServer> {
  const requests: Asked[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', self.url)
    const asked = { path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers }
    requests.push(asked)
    if (url.pathname.startsWith('/images/')) return self.image(response)
    if (self.fail && misbehave(self.fail, response)) return
    const [status, body] = respond(self, asked)
    response.writeHead(status, { 'content-type': 'application/json', ...self.headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const self: StockServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    total: 60,
    fail: null,
    headers: {},
    change: (photo) => photo,
    image: (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}

/** Returns true if it has responded. */
function misbehave(kind: Misbehavior, response: ServerResponse): boolean {
  switch (kind) {
    case 'status':
      response.writeHead(500).end('planted words of the other side')
      return true
    case 'hang':
      return true
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ results: ['x'.repeat(10 * 1024 * 1024)] }))
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>planted words of the other side</html>')
      return true
    case 'strange':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":{"a":1},"photos":"no"}')
      return true
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      return true
    case 'reset':
      response.destroy()
      return true
    case 'limit':
    case 'key':
    case 'synthetic':
      return false
    default:
      return kind satisfies never
  }
}
