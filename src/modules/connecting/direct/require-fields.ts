import type { Connector, JsonObject } from '#connectors/connector.ts'
import { invalid } from '#infra/http/request/validation.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'

/**
 * Refuses fields of a direct connect with which the network cannot be asked. The connector's schema decides, so that a
 * form whose route checks a field less strictly is refused as well, and nothing of it is sent.
 */
export function requireFields({ auth }: Connector, given: JsonObject): void {
  const result = auth.fields?.safeParse(given, { reportInput: true })
  if (result?.error) throw invalid(result.error.issues.flatMap((issue) => faultsOf(issue, '')))
}
