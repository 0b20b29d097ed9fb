export function JoinPage(p: { code: string }) {
  return <p>{p.code}</p>;
}
