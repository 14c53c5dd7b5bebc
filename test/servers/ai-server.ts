import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Asked {
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly model: string; readonly messages: readonly { readonly content: string }[] }
}

/** The part of the prompt that says what to write. */
interface Wanted {
  readonly networks: readonly { readonly network: string }[]
}

/** A server for OpenAI's chat completions that can misbehave. */
export interface AiServer extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly Asked[]
  /** Returns the JSON that the model writes. */
  write: (wanted: Wanted) => unknown
  /** Responds to every call in this way instead. */
  fail: 'hang' | 'status' | 'redirect' | 'garbage' | 'not-json' | 'empty' | 'huge' | 'reset' | null
}

export async function startAiServer(): Promise<AiServer> {
  const requested: Asked[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Asked['body']
    requested.push({ headers: request.headers, body })
    if (self.fail) return failAs(self.fail, response)
    const wanted = JSON.parse(body.messages.at(-1)?.content ?? '{}') as Wanted
    complete(response, JSON.stringify(self.write(wanted)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const self: AiServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requested,
    write: () => ({ captions: {} }),
    fail: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}

function complete(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }))
}

function failAs(kind: NonNullable<AiServer['fail']>, response: ServerResponse): void {
  switch (kind) {
    case 'hang':
      return
    case 'status':
      response.writeHead(500).end('{"error":{"message":"overloaded"}}')
      return
    case 'redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      return
    case 'garbage':
      complete(response, 'Sure! Here are your captions: enjoy \ud83d\ude00')
      return
    case 'not-json':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
      return
    case 'empty':
      complete(response, '{"captions":{"x":{"text":""}}}')
      return
    case 'huge':
      complete(response, JSON.stringify({ captions: { x: { text: 'x'.repeat(2_000_000) } } }))
      return
    case 'reset':
      response.destroy()
      return
    default:
      kind satisfies never
  }
}
