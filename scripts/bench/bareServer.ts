import fastify from "fastify";
import pg from "pg";

/** The least an HTTP route over one indexed row can be; what the dashboard is compared with. */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 16 });
const server = fastify({ logger: false });

server.get<{ Params: { guid: string } }>("/members/:guid", async ({ params }) => {
  const { rows } = await pool.query({
    name: "bare",
    text: "select membership_no, first_name, last_name from member where guid = $1",
    values: [params.guid],
  });
  return { status: true, result: rows[0] };
});

const address = await server.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ ready: true, port: Number(new URL(address).port) });
process.on("disconnect", () => process.exit(0));
