/// Hashes and their pixels from the C reference of woltapp/blurhash (MIT, commit 0a1f978); rgb is hex, row by
/// row.
enum BlurHashVectors {
    static let decoded: [(hash: String, width: Int, height: Int, rgb: String)] = [
        (
            "LEHV6nWB2yk8pyo0adR*.7kCMdnj", 8, 6,
            "87a4b18fa7b1a1adb1b0b2aeb5b4abafb1aba0acae90a7b383a1af8ca2ae9da6aaaba8a5b0a9a1aaa8a29ba6a98da3b0"
                + "7c9aa98399a594949aa1918da491869f948c92989b869aa97894a27f909b8d868b9a7e769e7d6c9984768e8c8d82929f"
                + "7c909a828d949086849d8171a38268a08772948c86858e978490958a9091979087a6927cae9476ab957b9e93878b8f92"
        ),
        (
            "LlMF%n00%#MwS|WCWEM{R*bbWBbH", 8, 6,
            "5b43007762339d8674ad8b78ab7a50b08048ccb297ece3d86b4a00806538a08474ae8877ad7850b4814ecfb49befe4da"
                + "875800936a43a78071b08071b27350bc8359d7b7a2f4e7de9b6529a16e4caa786bb07469b56b50c48564deb9a8f6e5de"
                + "a26d3ba46e4ea76d62ab645fb56350c8856ce0b7a9f4dfdaa07041a06d4ca1635aa65656b35c50c88470dfb3a7f0d7d2"
        ),
        (
            "LGF5]+Yk^6#M@-5c,1J5@[or[Q6.", 8, 6,
            "b076a3af77aba777b89271b97664a97b558fa74f7ed2527ea87eaaa47eb2987dbe8477ba756aa1815d81a25979c15e8a"
                + "958eb4898dbc6d8ac65e81ba71758f8a6c5d956c6d94729e899bb1769aba4595c5378bb56b7e828a76438576675e7ca4"
                + "91a199829fa45c99b2488eab6481877c775e77746c577896a3a1719a9f7f8499966b8d9f5f7f96657282706b77776a7a"
        ),
        (
            "L6PZfSi_.AyE_3t7t7R**0o#DgR4", 8, 6,
            "e5e4e2e4e3e1e4e2e0e3e1dfe3e1dfe2e2dfe2e2dfe3e2dfe4e3e2e4e2e0e2dedbe1dcd8e0ddd8e0dfdbe1e0dde2e0dd"
                + "e4e1e1e2dedcded6d0dad1c9dad3cbdcd8d3dfdcd8e1dcdae2dedfdfdad8dad0c9d6cabed6cdc2d9d4cdddd8d5ded9d7"
                + "dfdcdcddd8d6d8d1cbd5cdc3d6cfc6d9d5cfdbd8d4dcd8d5dcdad8dbd8d6d9d5d2d8d4cfd9d6d1dbd9d5dbd9d6dad8d5"
        ),
        (
            "LKO2?U%2Tw=w]~RBVZRi};RPxuwH", 8, 6,
            "fbc1a1f5bfa4e8bba8e5b8a4efb999f8be93f6c59beacaaaf1bfa4ebbca6e0b7a7deb3a3e6b59beeb996ebbe9bdfc1a5"
                + "d9baacd4b7aacdafa5cdaaa1d3ab9ed7ae9dd1b09cc3ae9bc8bcb4c4b6afbeaaa4bda19ec4a19fc6a5a2bda59faca098"
                + "cfc5b8c9beb2bdada5bba09bc39e9cc9a4a1c2a8a3b0a6a0e2d1b8d9c8b3c7b5a5c1a399cda097d8a89ed3b2a7c2b6ad"
        ),
        (
            "00OZZy", 8, 6,
            "d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78"
                + "d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78"
                + "d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78d51e78"
        ),
        (
            "L$Nm~Ht7tlof~VaeV@fk%gogaKax", 8, 6,
            "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffcfef8f5fdf7f2fdf9f3fdfcf6fcfef8"
                + "ebf0eee8eae7e1dad6dbcdc9dbc9c7ddd0d0dfdadadee2e1c9d6d8c5cdcebab6b5b29d9db2969ab7a3abbab6bebbc4c9"
                + "b6cfd6b1c5cda3adb598919b9686949b92a19fa6b3a1b6c1b6d6e2b0cfdca3bbcb95a6b7909aab93a0ae97adba99b9c5"
        ),
        (
            "L21o;CogI7WARNaxt9j]Mvaxxwof", 8, 6,
            "000000000000000000000000000000000000000000000000000000000000050306090c160a0f19060a12010000000000"
                + "0000000304061317241b20311c2234161c2c0c111c010200000000060c14191f2f23293d232a3f1d2437121926040a0d"
                + "000000060b13181d2d21273b21283d1c233610172503080b000000040408111524181e31192033151b2c0b101b000000"
        ),
        (
            "L7E.;E5jk:}?m-%49uS%4m%GxVE0", 8, 6,
            "757666737467706e6a746b6b7c6b6a816c687d6b657368647b7c7277787172716f756e6f8272718a767386767179716d"
                + "8686867f818174787a7876788b7f7f99888696888586817e8d8d8d848788737c7f757a7c8d85859f908e9e928f8f8b89"
                + "8b8b8281857f6e7b7a6d7779837f7f968986998d8a8e8a8983846b7a806d6877706270717272718479748b807a878382"
        ),
        (
            "L@H{pAs:S2jZ*JoLsoa|J6jFofj[", 8, 6,
            "b1f2f2aef2f2a6f0f09eeded97ecec93eded91efef8ff0f0b5eceeb4ecedb0ebecabe9eba6e8e9a1e7e99de7e999e8ea"
                + "bbd8debcd9debedae0bfdae0bdd8deb7d4daafd1d7a8d0d6b2b5beb5b7c0bcbbc4c2bcc5c3b9c2bdb3bcb1adb7a6aab4"
                + "92828c96848fa18892aa8a94ad8690a77f8a9779858576825c353f6136406e37417c353f82313c7b2d38642c383e2e39"
        ),
        (
            "LB8g4=R-0#WB=_WWNHWCE2ay={kC", 8, 6,
            "251e1735271a4e371f5e41236244235d402152391d47331b191a1433281c533e28674b2f6d4e3066482b563e2345341d"
                + "000c092b291e5b48357659417e5d427455395d452c3c34210000001a251d584838775c4680604776573d5a452e2e2f20"
                + "00000000161645382e634b396c4f3a6348324838251522180000020000081b1213382318412a183b2814251d0e000508"
        ),
        (
            "LBOcsh%1_iRP*{M|TxtQ[WjbBnoL", 8, 6,
            "e66100e46310e2672adf6c35de6e35df6c2ce16820e26416e46100e26518de6b34d97141d77342d87038dc6a29e0641c"
                + "e16101de6827d57547cb7e57c67f58c8784cd16e3adb6528de6110db6b33d07e56c38969ba896abd7f5cc97147d66632"
                + "de611cdb6e3cd38460c89173bf8f74c08265ca724dd56637e06124de6f41da8665d39378cd9177cb8267d0714fd76539"
        ),
        (
            "LII|:hM{k7R*0eof9vNGJ~oMR+bI", 8, 6,
            "5864376a6c42887a559884609684608a7e597e7a547a79536b6940786f4a8e7c5b9c84659a8365907f5f887c5c867c5c"
                + "8c755392795b9d8068a38470a284709e826c9d836c9f866ea78566a8856baa8773aa8779a9877aaa8879ae8d7ab3927d"
                + "b59375b49176b08e7aac8c7eab8c81af9183b69784bd9c85bb9c7db79a7db0947caa917eaa9283b09887b89e89bea387"
        ),
        (
            "LJMj]#0fAAv$M1I:Opw0DjxuNGn%", 8, 6,
            "8f8fa39297a99ea4b5b4acbecbaac0d4a7bdcdabbabab3ba969aa999a0aea4acb9b8b3c2cdb2c4d7b1c3d1b6c1c2bec2"
                + "a5aeb6a7b3bab1bcc3c1c2cad1c3cddbc4ced9cacfd2d2d1afbec0b2c1c3bac8cac7ced1d3d0d4dbd2d6ddd8d8d9ded9"
                + "b0c1c2b4c4c5bccbccc7d1d2d1d4d5d7d5d6d7d8d6d4dbd6acbdbfb0c1c2b9c8cac5ced0cdd1d3cfd0d1ccd0cec7d0cc"
        ),
    ]

    /// Strings that are not valid hashes.
    static let invalid = [
        "",  // empty
        "L",  // too short
        "LEHV6",  // 5 chars
        "LEHV6nWB2yk8pyo0adR*.7kCMdn",  // one short
        "LEHV6nWB2yk8pyo0adR*.7kCMdnjX",  // one long
        "LEHV6nWB2yk8pyo0adR*.7kCMdn\"",  // character outside the base-83 set
        "~~~~~~",  // size flag 82 -> 10x? invalid length
        "LEHV6nWB2yk8pyo0adR*.7kCMdné",  // non-ASCII
        "U9HCaZof00WB~qWBM{ay9FWBxuay",  // length 28 but the size flag U asks for 36
    ]
}
