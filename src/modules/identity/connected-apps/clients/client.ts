import type { Scope } from '#kernel/caller.ts'
import { workScopes } from '../app-scopes.ts'

/** A program that may ask users to let it in. None has a secret: a program on a user's machine could not keep it. */
export interface Client {
  /** The `client_id` that the program sends. */
  readonly id: string
  readonly name: string
  readonly homeUrl: string | null
  readonly redirectUris: readonly string[]
  /** Asked for where a request of the program names no scopes. */
  readonly scopes: readonly Scope[]
  /**
   * Says who vouches for the name. `own`: the program is ours. `document`: its website, under whose address the
   * document is. `itself`: nobody else.
   */
  readonly namedBy: 'own' | 'document' | 'itself'
}

/** Programs of ours, which need not register. */
export const ownClients: readonly Client[] = [
  {
    id: 'posthorn-cli',
    name: 'Posthorn command line',
    homeUrl: null,
    redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
    scopes: workScopes,
    namedBy: 'own',
  },
]
