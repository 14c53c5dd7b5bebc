import type { Connector, JsonObject } from '#connectors/connector.ts'
import { faultsOf, invalid } from '#infra/http/validation.ts'

/**
 * Refuses fields of a direct connect that the network could not be asked with. The connector has the last word, so that
 * a form whose route says less about a field is refused as well, and nothing of it is sent.
 */
export function demandFields({ auth }: Connector, given: JsonObject): void {
  const result = auth.fields?.safeParse(given, { reportInput: true })
  if (result?.error) throw invalid(result.error.issues.flatMap((issue) => faultsOf(issue, '')))
}
