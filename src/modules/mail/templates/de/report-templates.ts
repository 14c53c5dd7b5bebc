import type { TemplateParts } from '../../template.ts'
import { footerMark } from '../compose.ts'

/** Emails with metrics, in German. The HTML shows the image `chart`. */
export const germanReportTemplates = {
  'weekly-report': {
    subject: '{{profile}}: deine Woche, {{from}} – {{to}}',
    text: `Hallo {{name}},

so lief die Woche vom {{from}} bis {{to}} für {{profile}}, verglichen mit der Woche davor:

Veröffentlichte Beiträge: {{posts}}
Aufrufe: {{views}}
Likes: {{likes}}
Kommentare: {{comments}}
Geteilt: {{shares}}

Top-Beitrag:

{{best}}

Bester Tag: {{peak}} Likes, Kommentare und geteilte Beiträge.

Statistik ansehen:
{{link}}

${footerMark}
Du erhältst diese E-Mail, weil du den Wochenbericht eingeschaltet hast.
Abbestellen: {{unsubscribeUrl}}
Posthorn · {{url}}
`,
    html: `<p>So lief die Woche vom {{from}} bis {{to}} für {{profile}}, verglichen mit der Woche davor:</p>
<table>
<tr><td>Veröffentlichte Beiträge</td><td>{{posts}}</td></tr>
<tr><td>Aufrufe</td><td>{{views}}</td></tr>
<tr><td>Likes</td><td>{{likes}}</td></tr>
<tr><td>Kommentare</td><td>{{comments}}</td></tr>
<tr><td>Geteilt</td><td>{{shares}}</td></tr>
</table>
<p><img src="cid:chart" width="560" height="180" alt="Likes, Kommentare und geteilte Beiträge an jedem Tag, Montag bis Sonntag"></p>
<p>Likes, Kommentare und geteilte Beiträge, Montag bis Sonntag. Bester Tag: {{peak}}.</p>
<p>Top-Beitrag:</p>
<blockquote>{{best}}</blockquote>
<p><a href="{{link}}">Statistik ansehen</a></p>
<hr>
<p>Du erhältst diese E-Mail, weil du den Wochenbericht eingeschaltet hast.<br>
<a href="{{unsubscribeUrl}}">Abbestellen</a><br>
Posthorn · {{url}}</p>
`,
  },
} as const satisfies Readonly<Record<string, TemplateParts>>
