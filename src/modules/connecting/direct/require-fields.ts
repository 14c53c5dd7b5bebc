import type { Connector, JsonObject } from '#connectors/connector.ts'
import { invalid } from '#infra/http/request/validation.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'

/**
 * Rejects fields that the network cannot be called with. The connector's schema decides, so that a request whose route
 * checks a field less strictly is also rejected, and nothing is sent.
 */
export function requireFields({ auth }: Connector, given: JsonObject): void {
  const result = auth.fields?.safeParse(given, { reportInput: true })
  if (result?.error) throw invalid(result.error.issues.flatMap((issue) => faultsOf(issue, '')))
}
