export function ReplayPage(p: { id: string }) {
  return <p>{p.id}</p>;
}
