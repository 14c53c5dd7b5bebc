import type { Scope } from '#kernel/caller.ts'
import { workScopes } from '../app-scopes.ts'

/**
 * A program that can ask users for access. None has a secret, because a program on a user's machine could not keep it.
 */
export interface Client {
  /** The `client_id` that the program sends. */
  readonly id: string
  readonly name: string
  readonly homeUrl: string | null
  readonly redirectUris: readonly string[]
  /** The scopes of a request that names none. */
  readonly scopes: readonly Scope[]
  /**
   * The source of the name. `own`: the program is ours. `document`: the website that hosts the document states it.
   * `itself`: only the program states it.
   */
  readonly namedBy: 'own' | 'document' | 'itself'
}

/** Built-in programs, which need not register. */
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
