export function WatchPage(p: { code: string }) {
  return <p>{p.code}</p>;
}
