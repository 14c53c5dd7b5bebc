import type { Seal } from '#infra/seal/seal.ts'
import { openHeaders } from '../secrets/sealed.ts'
import type { Endpoint } from '../store/endpoints.ts'

/** Masks a header's value: enough stays to recognise it, too little to use it. */
const masked = (value: string): string => (value.length < 12 ? '••••' : `••••${value.slice(-4)}`)

export function presentEndpoint(deps: { readonly seal: Pick<Seal, 'open'> }, endpoint: Endpoint) {
  const headers = openHeaders(deps.seal, endpoint.id, endpoint.sealedHeaders)
  return {
    ...endpoint,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])),
  }
}

export type PresentedEndpoint = ReturnType<typeof presentEndpoint>
