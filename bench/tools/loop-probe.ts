import { createServer } from 'node:http'
import { threadCpuUsage } from 'node:process'

/**
 * Runs inside a process under test, loaded with `--import`. Measures how much processor time its main thread uses
 * between two turns of the event loop, which does not depend on other work on the machine, and reports it on its own
 * port.
 */
let longestMs = 0
let before = threadCpuUsage()

const look = (): void => {
  const { user, system } = threadCpuUsage(before)
  longestMs = Math.max(longestMs, (user + system) / 1_000)
  before = threadCpuUsage()
  setTimeout(look, 1).unref()
}

const port = Number(process.env.LOOP_PROBE_PORT)
// Children of the process inherit this. The port belongs to the first.
if (port > 0)
  createServer((_request, response) => {
    response.end(String(longestMs))
    longestMs = 0
  })
    .on('error', () => {})
    .listen(port, '127.0.0.1', look)
    .unref()
