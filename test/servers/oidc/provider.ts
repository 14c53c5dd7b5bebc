import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ProviderOrder, ProviderPerson, ProviderSetting } from './thread.ts'

/** Runs npm's `oidc-provider` on loopback, a certified OpenID provider, in a thread with the clock of the test. */
export async function openOidcProvider(now: () => Date, publicUrl: string) {
  const workerData: ProviderSetting = {
    nowMs: now().getTime(),
    redirectUris: [`${publicUrl}/auth/company`],
    afterSignOut: [`${publicUrl}/auth/sign-in`],
  }
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData, stdout: true, stderr: true })
  const [issuer] = (await once(worker, 'message')) as [string]
  const send = async (order: ProviderOrder) => {
    const done = once(worker, 'message')
    worker.postMessage(order)
    await done
  }
  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: 'posthorn',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      OIDC_SIGN_IN: 'alongside',
    },
    person: (login: string, person: ProviderPerson) => send({ kind: 'person', login, person }),
    followClock: () => send({ kind: 'time', nowMs: now().getTime() }),
    rotateKeys: () => send({ kind: 'rotate' }),
    serve: (as: 'up' | 'down' | 'silent') => send({ kind: 'serve', as }),
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

export type OidcProvider = Awaited<ReturnType<typeof openOidcProvider>>
