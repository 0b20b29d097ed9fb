import { client } from "../api/client";
import { Loaded, useLoaded } from "../frame/loaded";
import { Faces } from "../finished/faces";
import { figure, t } from "../i18n";

// DiceFall is how often each face has fallen with the server's dice.
export function DiceFall() {
  const words = t().past;
  const dice = useLoaded(async () => (await client.GET("/v1/dice")).data!, []);
  return (
    <section>
      <h2>{words.diceFall}</h2>
      <Loaded of={dice}>
        {(d) =>
          d.rolled === 0 ? (
            <p class="quiet">{words.noDice}</p>
          ) : (
            <>
              <p>
                {words.diceText(figure(d.rolled))} {d.pValue !== undefined && words.pValue(figure(100 * d.pValue, 1))}
              </p>
              <div class="pastTable fall">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{words.face}</th>
                      <th scope="col">{words.often}</th>
                      <th scope="col">{words.share}</th>
                      <td />
                    </tr>
                  </thead>
                  <tbody>
                    {d.faces.map((n, i) => (
                      <tr key={i}>
                        <th scope="row">
                          <Faces dice={[i + 1]} small />
                        </th>
                        <td>{figure(n)}</td>
                        <td>{figure((100 * n) / d.rolled, 2)} %</td>
                        <td class="bar" aria-hidden="true">
                          <svg viewBox="0 0 100 12" preserveAspectRatio="none">
                            <rect width={(50 * n) / d.expected} height="12" />
                            <line x1="50" x2="50" y1="0" y2="12" />
                          </svg>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
