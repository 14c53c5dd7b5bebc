import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens the part of Telegram's Bot API that a polling service needs: it returns what a person writes, holds the call
 * open while there is nothing, and confirms everything else.
 */
export async function openBotApi() {
  const updates: object[] = []
  const texts: string[] = []
  let waiting: ServerResponse | null = null
  const answer = (response: ServerResponse, result: unknown) => response.end(JSON.stringify({ ok: true, result }))
  const handOut = () => {
    if (!waiting || updates.length === 0) return
    answer(waiting, updates.splice(0))
    waiting = null
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    if (request.url?.endsWith('/getUpdates')) {
      waiting = response
      return handOut()
    }
    if (request.url?.endsWith('/sendMessage')) texts.push(String(JSON.parse(body).text))
    answer(response, { id: 5, username: 'a_bot', message_id: texts.length + 1_000 })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let last = 0
  return {
    settings: {
      TELEGRAM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      TELEGRAM_BOT_TOKEN: `123456789:${'t'.repeat(35)}`,
    },
    /** The texts that the bot has sent. */
    texts,
    /** Writes to the bot, in a private chat. */
    write(text: string) {
      last += 1
      const person = { id: 77, first_name: 'Ann' }
      const message = { message_id: last, date: last, chat: { ...person, type: 'private' }, from: person, text }
      updates.push({ update_id: last, message })
      handOut()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
