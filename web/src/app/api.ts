import { createClient } from '@posthorn/sdk'
import { readToken } from './session.ts'

/** The client with which every page calls the service, as the user who is signed in. */
export const api = createClient({ url: location.origin, token: readToken })
