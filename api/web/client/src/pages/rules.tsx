export function RulesPage(p: { ruleset: string }) {
  return <p>{p.ruleset}</p>;
}
