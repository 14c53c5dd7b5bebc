import type { TemplateParts } from '../../template.ts'
import { footerMark } from '../compose.ts'

/** Emails with metrics, in Spanish. The HTML shows the image `chart`. */
export const spanishReportTemplates = {
  'weekly-report': {
    subject: '{{profile}}: tu semana, {{from}} – {{to}}',
    text: `Hola, {{name}}:

Así le fue a {{profile}} del {{from}} al {{to}}, en comparación con la semana anterior:

Publicaciones: {{posts}}
Visualizaciones: {{views}}
Me gusta: {{likes}}
Comentarios: {{comments}}
Compartidos: {{shares}}

Mejor publicación:

{{best}}

Mejor día: {{peak}} me gusta, comentarios y compartidos.

Ver analíticas:
{{link}}

${footerMark}
Recibes este correo porque activaste el informe semanal.
Cancelar suscripción: {{unsubscribeUrl}}
Posthorn · {{url}}
`,
    html: `<p>Así le fue a {{profile}} del {{from}} al {{to}}, en comparación con la semana anterior:</p>
<table>
<tr><td>Publicaciones</td><td>{{posts}}</td></tr>
<tr><td>Visualizaciones</td><td>{{views}}</td></tr>
<tr><td>Me gusta</td><td>{{likes}}</td></tr>
<tr><td>Comentarios</td><td>{{comments}}</td></tr>
<tr><td>Compartidos</td><td>{{shares}}</td></tr>
</table>
<p><img src="cid:chart" width="560" height="180" alt="Me gusta, comentarios y compartidos de cada día, de lunes a domingo"></p>
<p>Me gusta, comentarios y compartidos, de lunes a domingo. Mejor día: {{peak}}.</p>
<p>Mejor publicación:</p>
<blockquote>{{best}}</blockquote>
<p><a href="{{link}}">Ver analíticas</a></p>
<hr>
<p>Recibes este correo porque activaste el informe semanal.<br>
<a href="{{unsubscribeUrl}}">Cancelar suscripción</a><br>
Posthorn · {{url}}</p>
`,
  },
} as const satisfies Readonly<Record<string, TemplateParts>>
