import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openFolder } from '../../tools/folder.ts'
import { freePort } from '../../tools/processes.ts'
import { untilReady } from '../../tools/until.ts'

interface Proxy extends AsyncDisposable {
  readonly url: URL
}

/** Starts Caddy before the service, as docs/reverse-proxy.md does. Null where Caddy is not installed. */
export async function startCaddy(upstream: string): Promise<Proxy | null> {
  if (spawnSync('caddy', ['version']).status !== 0) return null
  const folder = await openFolder('posthorn-caddy-')
  const room = folder.path
  const port = await freePort()
  const file = `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy ${new URL(upstream).host}
}
`
  const child: ChildProcess = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', '-'], {
    env: { ...process.env, HOME: room, XDG_DATA_HOME: room, XDG_CONFIG_HOME: room },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin?.end(file)
  const exited = once(child, 'exit')
  const url = new URL(`http://127.0.0.1:${port}`)
  await untilReady(url.origin)
  return {
    url,
    async [Symbol.asyncDispose]() {
      // A graceful stop would wait for connections that an attack left open.
      child.kill('SIGKILL')
      await exited
      await folder[Symbol.asyncDispose]()
    },
  }
}
